"""The words of a game: sentences for events and positions, names of seats and pieces, in every language."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from msgspec import Struct, convert

from referee.core.catalogue import Language, Text, read_toml


class Sentence(NamedTuple):
    """A sentence still without a language: which one, and what fills its gaps."""

    key: str
    data: Mapping[str, Any]


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """What the catalogue of games says of a game."""

    title: Text
    summary: Text


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """The `words.toml` of a game. Gaps in a sentence are written {name}; a value found in `names` is translated."""

    game: About
    options: dict[str, Text]
    rulesets: dict[str, Text]
    phases: dict[str, Text]
    events: dict[str, Text]
    sentences: dict[str, Text]
    names: dict[str, Text]

    def event(self, type: str, data: Mapping[str, Any], language: Language) -> str:
        return self._fill(self.events[type], data, language)

    def sentence(self, sentence: Sentence, language: Language) -> str:
        return self._fill(self.sentences[sentence.key], sentence.data, language)

    def _fill(self, text: Text, data: Mapping[str, Any], language: Language) -> str:
        written = text.in_(language).format_map({name: self._word(value, language) for name, value in data.items()})
        return written[:1].upper() + written[1:]

    def _word(self, value: Any, language: Language) -> Any:
        if isinstance(value, str):
            return self.names[value].in_(language) if value in self.names else value
        if isinstance(value, list | tuple):
            return ", ".join([str(self._word(item, language)) for item in value])
        return value


def load_words(folder: Traversable) -> Words:
    """Read the `words.toml` in a game's folder."""
    return convert(read_toml(folder, "words.toml"), Words)
