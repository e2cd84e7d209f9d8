"""Rulings of Hexenrennen on the box, the set-up, neutral clans and secrets."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from referee.core.chance import outcomes
from referee.core.play import judge, legal_moves
from referee.games.hexenrennen.documents import HexenrennenTurnUp
from tests.games.hexenrennen.at_table import (
    ALL_CARDS,
    CHOSEN,
    FOUR,
    GAME,
    HEXENRENNEN,
    THREE,
    TWO,
    M,
    at_table,
    card,
    choose,
    draw,
    faults_of,
    fly,
    malformed,
    reveal,
    roll,
    rules,
    stopped_on,
    virtual,
    where,
)
from tests.table import Table, move, setup_refusal, wire

# -- components and track ---------------------------------------------------------------------------------------------


def test_four_clans_of_three_witches():  # HX-COMP-1
    assert HEXENRENNEN.colours == ("green", "yellow", "blue", "red")
    assert at_table().position["witches"] == {clan: [0, 0, 0] for clan in FOUR}
    assert faults_of(witches={"green": [0, 0]}) == [("HX-COMP-1", "/position/witches/green")]
    assert faults_of(witches={"blue": [0, 0, 0, 0]}) == [("HX-COMP-1", "/position/witches/blue")]
    table = at_table()
    table.state = replace(table.state, witches=table.state.witches[:3])
    assert ("HX-COMP-1", "/witches") in table.faults
    table.state = replace(table.state, witches=(*table.state.witches, (0, 0)))
    assert table.faults == [("HX-COMP-1", "/witches/3")]


def test_every_number_once_and_three_magic():  # HX-COMP-2
    assert at_table().position["hands"] == dict.fromkeys(FOUR, ALL_CARDS)
    assert faults_of(hands={"green": [2, 2]}) == [("HX-COMP-2", "/position/hands/green/1")]
    assert faults_of(hands={"green": [M] * 4}) == [("HX-COMP-2", "/position/hands/green/3")]
    assert faults_of(piles={"red": [11, "wand"]}) == [
        ("HX-COMP-2", "/position/piles/red/0"),
        ("HX-COMP-2", "/position/piles/red/1"),
    ]
    assert faults_of(revealed={5: ["green", 1]}) == [("HX-COMP-2", "/position/revealed/5")]
    assert faults_of(revealed={5: ["purple", 3]}) == [("HX-COMP-2", "/position/revealed/5")]
    assert faults_of(revealed={5: ["green", 3], 40: ["green", 3]})[0] == ("HX-COMP-2", "/position/revealed/40")
    table = at_table()
    table.state = replace(table.state, cards=((2, 3, 3), *table.state.cards[1:]))
    assert table.faults == [("HX-COMP-2", "/cards/0/2")]


def test_the_finish_squares_are_worth_two_three_and_four():  # HX-COMP-3
    table = at_table(witches={"green": [49, 50, 0], "blue": [51, 48, 0]}, revealed={48: ["red", 2]})
    assert table.totals == {"green": 5, "yellow": 0, "blue": 4, "red": 0}


@pytest.mark.parametrize("place", ["0", "49", "-1", "07", "x", "1/2"])
def test_the_track_has_48_tiles(place: str):  # HX-TRACK-1
    pointer = "/position/revealed/" + place.replace("/", "~1")
    assert setup_refusal(GAME, {"seats": TWO, "position": {"revealed": {place: ["red", 2]}}}) == [
        ("HX-TRACK-1", pointer)
    ]


def test_a_stage_has_16_tiles():  # HX-TRACK-1
    symbols = {16: ["green", M], 17: ["green", M], 33: ["green", M]}
    assert faults_of(revealed=symbols) == []
    assert faults_of(revealed={**symbols, 48: ["green", M]})[-1] == ("HX-REVEAL-2", "/position/revealed/48")


@pytest.mark.parametrize("position", [-1, 52, 10**6])
def test_nothing_lies_beyond_the_last_finish_square(position: int):  # HX-TRACK-2
    assert faults_of(witches={"blue": [0, position, 51]}) == [("HX-TRACK-2", "/position/witches/blue/1")]
    table = at_table()
    table.state = replace(table.state, witches=((0, 0, position), *table.state.witches[1:]))
    assert table.faults == [("HX-TRACK-2", "/witches/0/2")]


# -- set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [[], ["green"], ["green", "green"], [*FOUR, "green"]])
def test_two_to_four_players_of_different_clans(seats: list[str]):  # HX-SETUP-1
    assert setup_refusal(GAME, {"seats": seats}) == [("HX-SETUP-1", "/seats")]
    table = at_table()
    table.state = replace(table.state, seats=tuple(seats))
    assert ("HX-SETUP-1", "/seats") in table.faults


def test_full_hands_and_witches_at_the_start():  # HX-SETUP-2
    table = Table(GAME, {"seats": ["red", "green"]})
    assert table.position["witches"] == {"red": [0, 0, 0], "green": [0, 0, 0]}
    assert table.position["hands"] == {"red": ALL_CARDS, "green": ALL_CARDS}
    assert table.position["revealed"] == {}


def test_each_player_puts_three_different_numbers_into_a_stage():  # HX-SETUP-3
    table = virtual()
    assert table.decision == {"phase": "choose_tiles", "actors": ["green", "blue"]}
    assert len(table.legal) == 2 * 2 * 84
    wrong = [choose("green", 1, 2, 3), choose("green", 1, 2, 3, 4, 5), choose("green", 1, 2, 3, 3), choose("green", 1)]
    assert {table.refusal(each) for each in wrong} == {"HX-SETUP-3"}
    assert table.refusal(move("green", "choose_tiles", stage=1, numbers="?")) == "HX-SETUP-3"
    assert table.refusal(choose("red", 1, 2, 3, 4)) == "HX-SETUP-3"  # nobody leads Red
    assert table.refusal(choose("chance", 1, 2, 3, 4)) == "HX-SETUP-3"


def test_a_number_serves_in_one_stage_only():  # HX-SETUP-3
    table = virtual().play(choose("green", 2, 9, 3, 5))
    assert table.refusal(choose("green", 1, 2, 3, 4)) == "HX-SETUP-3"
    assert table.refusal(choose("green", 2, 6, 7, 8)) == "HX-SETUP-3"
    assert table.refusal(choose("green", 1, 8, 4, 2)) is None
    assert choose("green", 1, 2, 4, 8) in table.legal
    assert table.refusal(choose("blue", 1, 3, 5, 9)) is None


def test_a_player_who_has_chosen_is_done():  # HX-SETUP-3
    table = virtual().play(*CHOSEN[:2])
    assert table.decision == {"phase": "choose_tiles", "actors": ["blue"]}
    assert table.refusal(choose("green", 1, 8, 9, 10)) == "HX-SETUP-3"


def test_choices_that_overlap_are_a_fault():  # HX-SETUP-3
    table = virtual().play(*CHOSEN)
    table.state = replace(table.state, groups=(((2, 3, 4), (4, 5, 6)), table.state.groups[1]))
    assert table.faults == [("HX-SETUP-3", "/groups/0")]
    table.state = replace(table.state, groups=table.state.groups[1:])
    assert table.faults == [("HX-SETUP-3", "/groups")]


def test_the_track_is_laid_when_everybody_has_chosen():  # HX-SETUP-4
    table = virtual().play(*CHOSEN)
    assert rules(table) == ["HX-SETUP-3"] * 4 + ["HX-SETUP-4"]
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "green"}


def test_each_clan_has_four_tiles_in_a_stage():  # HX-SETUP-4
    table = at_table(TWO)
    stages: Counter[tuple[int, str]] = Counter()
    for stage in range(3):
        for place in range(1, 17):
            table.state = replace(
                table.state, witches=((stage * 16 + place, 0, 0), (0, 0, 0)), todo=(HexenrennenTurnUp(0),)
            )
            legal = table.legal
            clan, face = legal[7 * place % len(legal)]["tile"]
            stages[stage, clan] += 1
            track = list(table.state.track)
            track[stage * 16 + place - 1] = (clan, face)
            table.state = replace(table.state, track=tuple(track))
    assert set(stages.values()) == {4}


def test_a_neutral_clan_has_no_witches_but_a_pile():  # HX-SETUP-5
    table = Table(GAME, {"seats": THREE})
    assert table.position["piles"] == {"red": ALL_CARDS}
    assert list(table.position["witches"]) == THREE
    assert faults_of(witches={"red": [0, 0, 0]}) == [("HX-SETUP-5", "/position/witches/red")]


def test_chance_splits_the_numbers_of_a_neutral_clan():  # HX-SETUP-5
    table = virtual().play(*CHOSEN, roll(1), fly(0))
    weights = {wire(outcome)["tile"][0]: 0 for outcome, _ in outcomes(table.rules, table.state)}
    for outcome, weight in outcomes(table.rules, table.state):
        weights[outcome.tile[0]] += weight
    assert len(set(weights.values())) == 1  # four tiles of sixteen, for each clan
    assert len([each for each in table.legal if each["tile"][0] == "red"]) == 10
    assert len([each for each in table.legal if each["tile"][0] == "green"]) == 4


def test_turns_go_round_from_the_starter():  # HX-SETUP-6
    table = Table(GAME, {"seats": ["blue", "red", "green"], "starter": "red"})
    players = []
    for at in (1, 2, 3):
        players.append(table.position["turn"])
        table.play(roll(1), fly(0, players[-1]), reveal(at, "yellow", 1 + at))
    assert players == ["red", "green", "blue"]
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "red"}
    assert Table(GAME, {"seats": ["blue", "red"]}).position["turn"] == "blue"


def test_a_player_who_is_not_seated_cannot_begin():  # HX-SETUP-6
    assert setup_refusal(GAME, {"seats": TWO, "starter": "red"}) == [("HX-SETUP-6", "/starter")]
    assert faults_of(turn="red") == [("HX-SETUP-6", "/position/turn")]
    table = at_table(TWO)
    table.state = replace(table.state, turn="red")
    assert table.faults == [("HX-SETUP-6", "/turn")]


def test_unknown_options_and_values_are_refused():  # HX-SETUP-7
    assert (
        malformed(HEXENRENNEN.Setup, {"seats": TWO, "options": {"finish_by_tile": "yes"}}) == "/options/finish_by_tile"
    )
    assert malformed(HEXENRENNEN.Setup, {"seats": TWO, "options": {"fly_twice": True}}) == "/options"
    assert malformed(HEXENRENNEN.Setup, {"seats": TWO, "options": {"finish_by_tile": False}}) is None


# -- neutral clans ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [TWO, THREE, FOUR])
def test_all_cards_and_tiles_are_in_play(seats: list[str]):  # HX-NEUT-1
    table = Table(GAME, {"seats": seats})
    assert set(table.position["hands"]) | set(table.position["piles"]) == set(FOUR)
    assert len(table.position["piles"]) == 4 - len(seats)
    table.play(roll(1), fly(0, seats[0]))
    assert {each["tile"][0] for each in table.legal} == set(FOUR)


def test_each_neutral_clan_has_a_pile_of_its_own():  # HX-NEUT-2
    table = stopped_on(20, "red", M, TWO).play(draw("red", 6))
    assert table.position["piles"] == {"yellow": ALL_CARDS, "red": [2, 3, 4, 5, 7, 8, 9, 10, M, M, M]}
    assert faults_of(hands={"red": [2]}) == [("HX-NEUT-2", "/position/hands/red")]
    assert faults_of(piles={"blue": [2]}) == [("HX-NEUT-2", "/position/piles/blue")]


def test_a_neutral_card_is_drawn_and_pushes():  # HX-NEUT-3
    table = stopped_on(20, "red", M, TWO)
    assert table.decision == {"phase": "draw", "actors": ["chance"]}
    assert table.legal == [draw("red", face) for face in ALL_CARDS[:10]]
    assert table.refusal(draw("yellow", 6)) == "HX-NEUT-3"
    assert table.refusal(draw("red", 6, "green")) == "HX-API-1"
    assert where(table.play(draw("red", 6)))[0] == 14
    assert table.decision == {"phase": "reveal", "actors": ["chance"]}


def test_a_drawn_card_is_gone():  # HX-NEUT-3
    table = stopped_on(20, "red", M, TWO, piles={"red": [3, M, M]})
    assert table.refusal(draw("red", 4)) == "HX-NEUT-3"
    assert table.legal == [draw("red", 3), draw("red", M)]
    assert [weight for _, weight in outcomes(table.rules, table.state)] == [1, 2]


def test_a_neutral_magic_card_sends_back_to_its_symbol():  # HX-NEUT-3
    table = stopped_on(20, "red", M, THREE, tiles={5: ["red", M], 7: ["blue", M]}).play(draw("red", M))
    assert where(table)[0] == 5
    assert rules(table) == ["HX-NEUT-3", "HX-NEUT-3", "HX-SETUP-6"]


@pytest.mark.parametrize("face", [9, 10, 4, M], ids=["tile 0", "below", "occupied", "no symbol"])
def test_a_neutral_card_that_cannot_be_carried_out_is_ignored(face: int | str):  # HX-NEUT-4
    table = stopped_on(9, "red", M, THREE, others={"blue": [5, 0, 0]}, tiles={5: ["yellow", 2]}).play(draw("red", face))
    assert where(table)[0] == 9
    assert rules(table) == ["HX-NEUT-3", "HX-NEUT-4", "HX-SETUP-6"]
    assert Counter(table.position["piles"]["red"]) == Counter(ALL_CARDS) - Counter([face])


def test_a_stop_after_a_push_draws_one_card_too():  # HX-NEUT-4
    table = stopped_on(20, "blue", M, THREE, tiles={14: ["red", M]}).play(card("blue", 6))
    assert table.decision == {"phase": "draw", "actors": ["chance"]}
    assert table.play(draw("red", M)).decision == {"phase": "roll", "actors": ["chance"], "player": "yellow"}


def test_an_empty_pile_does_nothing():  # HX-NEUT-5
    table = stopped_on(20, "red", M, THREE, piles={"red": []})
    assert where(table)[0] == 20
    assert rules(table)[-2:] == ["HX-NEUT-5", "HX-SETUP-6"]


def test_a_neutral_number_stops_everybody():  # HX-NEUT-6
    table = stopped_on(20, "red", 5, THREE)
    assert where(table)[0] == 20
    assert rules(table)[-2:] == ["HX-NEUT-6", "HX-SETUP-6"]


# -- information ------------------------------------------------------------------------------------------------------


def test_what_lies_on_the_table_is_shown_to_everybody():  # HX-INFO-1
    table = virtual().play(*CHOSEN, roll(1), fly(0), reveal(1, "blue", M))
    for viewer in ("green", "blue", None):
        seen = HEXENRENNEN.view(table.state, viewer)
        assert replace(seen, groups=table.state.groups) == table.state
        assert HEXENRENNEN.describe(seen) == HEXENRENNEN.describe(table.state)


def test_hands_and_the_content_of_piles_are_open_but_not_their_order():  # HX-INFO-2
    table = stopped_on(20, "red", M, THREE, hands={"blue": [M, 7, 3]}, piles={"red": [M, 9, 2, M]})
    for viewer in (*THREE, None):
        position = wire(HEXENRENNEN.describe(HEXENRENNEN.view(table.state, viewer)).position)
        assert position["hands"]["blue"] == [3, 7, M]
        assert position["piles"]["red"] == [2, 9, M, M]


def test_nobody_sees_how_the_others_shared_out_their_tiles():  # HX-INFO-3
    table = virtual().play(*CHOSEN[:3])
    assert HEXENRENNEN.view(table.state, "green").groups == (((2, 3, 4), (5, 6, 7)), ("?", None))
    assert HEXENRENNEN.view(table.state, "blue").groups == (("?", "?"), ((8, 9, 10), None))
    assert HEXENRENNEN.view(table.state, None).groups == (("?", "?"), ("?", None))


def test_the_log_hides_what_was_chosen():  # HX-INFO-3
    table = virtual()
    (step,) = judge(table.rules, table.state, table.move(CHOSEN[0])).steps
    for viewer in ("green", "blue", None):
        shown, events = HEXENRENNEN.view_entry(step.before, step.move, step.events, viewer)
        assert wire(shown)["numbers"] == ([2, 3, 4] if viewer == "green" else "?")
        assert [wire(event.data) for event in events] == [{"seat": "green", "stage": 1}]


def test_a_list_of_reveals_knows_no_more_than_its_reader():  # HX-INFO-3
    table = virtual().play(*CHOSEN, roll(1), fly(0))

    def possible(viewer: str | None, clan: str) -> int:
        listed = legal_moves(table.rules, HEXENRENNEN.view(table.state, viewer))
        return sum(each.tile[0] == clan for each in listed)

    assert (possible("green", "green"), possible("green", "blue")) == (4, 10)
    assert (possible("blue", "green"), possible("blue", "blue")) == (10, 4)
    assert (possible(None, "green"), possible(None, "blue")) == (10, 10)


def test_at_a_table_every_possible_tile_is_listed():  # HX-INFO-4
    table = at_table().play(roll(1), fly(0))
    assert len(table.legal) == 40
    assert table.state.groups == ()
    table.state = replace(table.state, groups=(((2, 3, 4), (5, 6, 7)),) * 4)
    assert table.faults == [("HX-INFO-4", "/groups")]


def test_reveals_are_weighed_by_what_is_unseen():  # HX-INFO-4
    seen = {1: ["red", 2], 2: ["red", 3], 17: ["red", 4], 3: ["yellow", M]}
    table = at_table(TWO, revealed=seen).play(roll(4), fly(0))
    weighed = {tuple(wire(outcome)["tile"]): weight for outcome, weight in outcomes(table.rules, table.state)}
    total = sum(weighed.values())
    assert Fraction(weighed["red", M], total) == Fraction(1, 13)
    assert Fraction(weighed["red", 7], total) == Fraction(1, 13) * Fraction(1, 6)  # one place for six unseen numbers
    assert Fraction(weighed["yellow", 7], total) == Fraction(3, 13) * Fraction(1, 9)
    assert ("yellow", M) not in weighed
