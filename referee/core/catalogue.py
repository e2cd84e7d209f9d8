"""The rule catalogue of a game: what each rule id means, in every language, and where it comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, convert

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    """The same words in every language we speak."""

    en: str
    fr: str

    def in_(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en

    def filled(self, **gaps: Any) -> Text:
        """Return the words with their {gaps} filled in."""
        return Text(self.en.format_map(gaps), self.fr.format_map(gaps))


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: whether the rulebook says it or we ruled it, its source, its text, and our ruling on it if any."""

    kind: Literal["rule", "ruling"]
    source: tuple[str, str]
    en: str
    fr: str
    ruling: Text | UnsetType = UNSET

    def in_(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en


class Catalogue(Struct, frozen=True, forbid_unknown_fields=True):
    """All rules of a game, in the order of its rules file."""

    documents: dict[str, Text]
    rules: dict[str, Entry]

    def source(self, id: str, language: Language) -> dict[str, str]:
        document, section = self.rules[id].source
        return {"document": self.documents[document].in_(language), "section": section}

    def citation(self, id: str, language: Language) -> dict[str, Any]:
        """Return a rule as an answer quotes it."""
        return {"rule": id, "text": self.rules[id].in_(language), "source": self.source(id, language)}


def read_toml(folder: Traversable, name: str) -> Mapping[str, Any]:
    return tomllib.loads((folder / name).read_text(encoding="utf-8"))


def load_catalogue(folder: Traversable) -> Catalogue:
    """Read the `rules.toml` in a game's folder."""
    return convert(read_toml(folder, "rules.toml"), Catalogue)
