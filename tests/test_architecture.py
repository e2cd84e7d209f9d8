"""The layers of DESIGN section 3: arrows go one way, folders hold what the card says, files stay short."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.api import create_app

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "referee"
MODULES = sorted(PACKAGE.rglob("*.py"))
GAME_FOLDERS = sorted(path.name for path in (PACKAGE / "games").iterdir() if (path / "rules.toml").exists())

LIMIT = 420  # lines: "about 400"
LONGER: dict[str, str] = {}  # path below referee/ -> the reason that a reader would accept


def name(path: Path) -> str:
    """Return the dotted name of a module of the package."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Yield the dotted names that a module imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: imports are written in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer(dotted: str) -> str:
    """Return core, store, api, games (their list), games.<game>, or top for what stands beside them."""
    parts = dotted.split(".")
    if len(parts) < 2 or parts[1] not in ("core", "store", "api", "games"):
        return "top"
    return ".".join(parts[1:3]) if parts[1] == "games" and len(parts) > 2 and parts[2] in GAME_FOLDERS else parts[1]


ALLOWED: dict[str, set[str]] = {
    "core": {"core"},
    "store": {"store"},
    "api": {"api", "store", "games", "core"},
    "games": {"core", "games", *(f"games.{game}" for game in GAME_FOLDERS)},
    **{f"games.{game}": {"core", f"games.{game}"} for game in GAME_FOLDERS},
    "top": {"top", "api", "store", "games", "core"},
}
LIBRARIES = {"core": {"msgspec"}, "store": {"redis"}, **{f"games.{game}": {"msgspec"} for game in GAME_FOLDERS}}


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_imports_follow_the_arrows(path: Path):
    here = layer(name(path))
    used = {layer(found): found for found in imports(path) if found.split(".")[0] == "referee"}
    if here == "api":
        used.pop("top", None)  # the version of the package
    assert {found for towards, found in used.items() if towards not in ALLOWED[here]} == set()


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_the_inner_layers_need_few_libraries(path: Path):
    allowed = LIBRARIES.get(layer(name(path)))
    used = {found.split(".")[0] for found in imports(path)} - set(sys.stdlib_module_names) - {"referee"}
    if allowed is not None:
        assert used <= allowed


def test_the_arrows_are_really_checked():
    """An import that goes the wrong way is seen, wherever it stands."""
    assert layer("referee.games.coq.table.set_up") == "games.coq"
    assert layer("referee.games.GAMES") == "games"
    assert "games.coq" not in ALLOWED["games.hexenrennen"] | ALLOWED["core"] | ALLOWED["store"]
    assert "core" not in ALLOWED["store"]


def visible(folder: Path) -> set[str]:
    made = {"build", "dist", "__pycache__"}
    return {
        path.name
        for path in folder.iterdir()
        if not path.name.startswith(".")
        and path.name not in made
        and path.suffix != ".egg-info"
        and ".sqlite3" not in path.name
    }


def test_the_top_folders_hold_what_the_card_says():
    needed = {"pyproject.toml", "README.md", "openapi.yaml", "referee", "tests"}
    found = visible(ROOT)
    assert needed <= found
    assert found - needed <= {"deploy", "bench", "LICENSE"}
    assert visible(PACKAGE) == {"__init__.py", "wsgi.py", "cli.py", "server.py", "core", "games", "store", "api"}
    assert visible(PACKAGE / "games") == {"__init__.py", *GAME_FOLDERS}


def test_core_holds_what_the_card_says():
    card = {"game.py", "rules.py", "play.py", "catalogue.py", "document.py", "chance.py"}
    ours = {"__init__.py", "records.py", "scores.py", "words.py"}
    assert visible(PACKAGE / "core") == card | ours


def test_no_file_is_a_drawer_for_odds_and_ends():
    drawers = {"utils.py", "util.py", "base.py", "models.py", "helpers.py", "common.py", "misc.py"}
    assert [path for path in MODULES if path.name in drawers] == []


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_files_stay_short(path: Path):
    where = path.relative_to(PACKAGE).as_posix()
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= LIMIT or where in LONGER, f"{where} has {lines} lines"
    assert where not in LONGER or lines > LIMIT, f"{where} is short again: take it off the list"


def test_the_list_of_longer_files_is_current():
    assert [where for where in LONGER if not (PACKAGE / where).exists()] == []


def test_nothing_names_a_place_on_one_machine():
    """Paths of a developer's machine have no business in the repository."""
    places = ("/home" + "/", "/work" + "/", "/Users" + "/")
    found = [path for path in MODULES if any(place in path.read_text(encoding="utf-8") for place in places)]
    assert found == []


def test_nothing_is_hooked_in_around_the_views():
    """`Service` would pass it by."""
    app = create_app()
    hooks = (
        app.before_request_funcs,
        app.after_request_funcs,
        app.teardown_request_funcs,
        app.url_value_preprocessors,
    )
    assert [found for hook in hooks for found in hook.values() if found] == []
    assert app.teardown_appcontext_funcs == []
