"""Reports of many games on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rete_chess.cli.views.screen import Screen

#: Rows of long lists that are shown.
SHOWN: Final = 12


def show_report(report: Any, screen: Screen) -> None:
    """Every contest by itself, then side by side."""
    for figures in report["contests"]:
        show_figures(figures, screen)
    if report["differences"]:
        _show_side_by_side(report, screen)


def share(interval: list[float]) -> str:
    """A share with its interval: `52.1 % (49.8 to 54.4)`."""
    value, low, high = (100 * each for each in interval)
    return f"{value:.1f} % ({low:.1f} to {high:.1f})"


def in_elo(interval: list[float]) -> str:
    """A difference in Elo with its interval: `+14 (-3 to +31)`."""
    value, low, high = (f"{round(each):+d}" for each in interval)
    return f"{value} ({low} to {high})"


def show_figures(figures: Any, screen: Screen) -> None:
    table = _table(figures["name"])
    games, length = figures["games"], figures["length"]
    stopped = ", tight enough" if figures["tight"] else ""
    table.add_row("games", f"{games}, {figures['players'][0]} on both sides{stopped}")
    table.add_row("score of White", share(figures["score"]))
    if None not in figures["elo"]:
        table.add_row("  in Elo", in_elo(figures["elo"]), style="dim")
    won = f"{figures['white']} won, {figures['draws']} drawn, {figures['black']} lost"
    won += f", {figures['unfinished']} unfinished" if figures["unfinished"] else ""
    table.add_row("  by games", won, style="dim")
    table.add_row("decisive", share(figures["decisive"]))
    told = f"{length['shortest']} to {length['longest']}, median {length['median']:g}"
    table.add_row("half-moves", told)
    table.add_row("choices of a move", f"{figures['choices']:.1f}")
    table.add_row("drama", f"{100 * figures['drama']:.0f} % behind at worst, who won")
    table.add_row("lead changes", f"{figures['leadChanges']:.1f} a game")
    table.add_row("pieces lost", f"{figures['captures']:.1f} a game")
    for ending in figures["endings"][:SHOWN]:
        who = f"{ending['winner']} wins, " if ending["winner"] else ""
        table.add_row(f"  {who}{ending['reason']}", f"{100 * ending['share']:.1f} %", style="dim")
    for reason, count in figures["failed"].items():
        table.add_row(f"broken off: {count}", reason, style="red")
    screen.print(table)
    _show_rules(figures, screen)
    _show_worths(figures, screen)


def _show_rules(figures: Any, screen: Screen) -> None:
    fired = [rule for rule in figures["rules"] if rule["fired"]]
    if fired:
        table = _table("rules")
        for rule in fired[:SHOWN]:
            a_game = rule["fired"] / max(1, figures["games"])
            table.add_row(rule["rule"], f"{a_game:.2f} a game, in {100 * rule['games']:.0f} % of games")
        if len(fired) > SHOWN:
            table.add_row(f"and {len(fired) - SHOWN} more", "", style="dim")
        screen.print(table)
    for rule in figures["never"]:
        screen.say(f"  {rule} never took effect", "yellow")
    if figures["never"]:
        screen.say("")


def _show_worths(figures: Any, screen: Screen) -> None:
    if not figures["worths"]:
        screen.say("  these games do not show what pieces are worth", "dim")
        screen.say("")
        return
    table = _table("worth in pawns", "by results", "by documents")
    for worth in figures["worths"]:
        value, low, high = worth["found"]
        table.add_row(worth["type"], f"{value:.2f} ({low:.2f} to {high:.2f})", f"{worth['document']:.2f}")
    screen.print(table)


def _show_side_by_side(report: Any, screen: Screen) -> None:
    table = _table("side by side", "score of White", "half-moves", "decisive")
    for figures in report["contests"]:
        length, decisive = figures["length"]["median"], 100 * figures["decisive"][0]
        table.add_row(figures["name"], share(figures["score"]), f"{length:g}", f"{decisive:.0f} %")
    screen.print(table)
    for difference in report["differences"]:
        screen.say(
            f"  {difference['one']} and {difference['other']}: {100 * difference['score']:+.1f} points for "
            f"White; by chance alone in {chance(difference['noise'])} of cases"
        )


def show_tournament(report: Any, screen: Screen) -> None:
    """The table of the players, then every contest."""
    table = _table("player", "Elo", "points", "of")
    for row in report["players"]:
        table.add_row(row["player"], in_elo(row["elo"]), f"{row['points']:g}", str(row["games"]))
    screen.print(table)
    table = _table("contest", "score of the first", "games")
    for contest in report["contests"]:
        table.add_row(contest["name"], share(contest["score"]), str(contest["games"]))
        for reason, count in contest["failed"].items():
            table.add_row(f"  broken off: {count}", reason, style="red")
    screen.print(table)


def show_tuned(answer: Any, screen: Screen) -> None:
    """The worths of pieces, or the settings that were tried."""
    if "settings" in answer:
        table = _table("settings", "score of White", "games", "the fairest in", "fair within 2 points in")
        for row in answer["settings"]:
            told = " ".join(f"{key}={value}" for key, value in row["settings"].items())
            likely = (chance(row["fairest"]), chance(row["fair"]))
            table.add_row(told, share(row["score"]), str(row["games"]), *likely)
        screen.print(table)
        return
    worths = answer["worths"]
    if not worths["values"]:
        screen.say("these games do not show what pieces are worth: play more, or with stronger players")
        return
    table = _table("worth in pawns", "tuned", "by documents", "more than the next in")
    for row in worths["values"]:
        value, low, high = row["found"]
        sure = "" if row["above"] is None else chance(row["above"])
        table.add_row(row["type"], f"{value:.2f} ({low:.2f} to {high:.2f})", f"{row['document']:.2f}", sure)
    screen.print(table)
    tuned, own = worths["surprise"]["tuned"], worths["surprise"]["documents"]
    screen.say(f"  surprise at a result of other games: {tuned:.3f} bits tuned, {own:.3f} by documents")


def chance(value: float) -> str:
    """A chance in words of percent; very small ones are not told in digits."""
    return "less than 0.1 %" if value < 0.001 else f"{100 * value:.1f} %"


def _table(*head: str) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE, show_header=True)
    for name in head:
        table.add_column(name)
    if len(head) == 1:
        table.add_column("")
    return table
