"""A report as one page of HTML that needs nothing else: words, tables and plots, in light and dark."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from rete_chess.balance.plots import Bar, Whisker, bars, course, heat, histogram, whiskers

if TYPE_CHECKING:
    from rete_chess.serial import shapes

#: Rows of long lists.
ROWS: Final = 20

STYLE: Final = """
:root{color-scheme:light
dark;--ground:#f6f5f2;--surface:#fff;--sunken:#eceae5;--line:#d9d6cf;--text:#23211e;--muted:#66625b;--accent:#2f6f5e;--accent-soft:#dcebe6;--other:#b0662a;--danger:#a8322a;--warning:#7d5a00}
@media(prefers-color-scheme:dark){:root{--ground:#191815;--surface:#22211d;--sunken:#2b2a25;--line:#3a3832;--text:#ebe8e1;--muted:#a7a299;--accent:#6fbfa6;--accent-soft:#24382f;--other:#e0a169;--danger:#ef8a80;--warning:#e2bd62}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif}
main{max-width:1240px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:1.6rem;margin:0 0 4px}
h2{font-size:1.3rem;margin:40px 0 4px}
h3{font-size:1rem;margin:0 0 8px}
.muted{color:var(--muted)}
p{margin:0 0 8px}
.verdict{font-size:1.1rem}
.warn{color:var(--warning)}
.bad{color:var(--danger)}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(138px,1fr));gap:8px;margin:12px 0
16px;padding:0}
.tiles div,.card{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:12px
14px}
.tiles dt{color:var(--muted);font-size:.85rem}
.tiles dd{margin:0;font-size:1.25rem;font-weight:620;font-variant-numeric:tabular-nums}
.tiles small{display:block;font-size:.8rem;font-weight:400;color:var(--muted)}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));gap:12px}
.card{min-width:0}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
td,th{text-align:left;padding:5px 10px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--muted);font-weight:500;font-size:.87rem}
.wide{overflow-x:auto}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8rem;background:var(--sunken);padding:10px;border-radius:6px;margin:8px
0 0;max-height:22em;overflow:auto}
summary{cursor:pointer;color:var(--accent)}
.games{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));gap:12px;margin-bottom:12px}
.games svg{width:100%;height:auto;max-width:320px;display:block;margin:0 auto
8px;background:#fbfaf7;border-radius:6px}
.plot{display:block;width:100%;height:auto;max-width:600px}
.plot text{fill:var(--text);font-size:9.5px}
.plot .tick{fill:var(--muted);font-size:9px}
.plot .square{font-size:8px;paint-order:stroke;stroke:var(--surface);stroke-width:2.5px;stroke-opacity:.75}
@media(max-width:560px){.plot text{font-size:12px}
.plot .tick{font-size:11px}
.plot .square{font-size:9px}}
.plot .middle{text-anchor:middle}
.plot .end{text-anchor:end}
.plot .figure{font-variant-numeric:tabular-nums}
.plot .grid{stroke:var(--line)}
.plot .axis{stroke:var(--muted)}
.plot .aim{stroke:var(--other);stroke-dasharray:5 4;stroke-width:1.5}
.plot .bar,.plot .heat{fill:var(--accent)}
.plot .white,.plot .black{stroke:var(--muted)}
.plot .white{fill:#fbfaf7}
.plot .black{fill:#2b2926}
.plot .draw{fill:var(--muted)}
.plot .line{fill:none;stroke:var(--accent);stroke-width:2}
.plot .band{fill:var(--accent);fill-opacity:.18}
.plot .whisker{stroke:var(--accent);stroke-width:2}
.plot .dot{fill:var(--accent)}
.plot .mark{fill:none;stroke:var(--other);stroke-width:2}
.plot .cell{fill:var(--sunken)}
code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9em}
@media print{main{max-width:none}
.card{break-inside:avoid}}
.plot.board{max-width:400px}
"""


def page_of(report: shapes.BalanceReport) -> str:
    """The whole page."""
    names = ", ".join(figures["name"] for figures in report["contests"])
    parts = [_side_by_side(report)] if len(report["contests"]) > 1 else []
    parts += [_contest(figures) for figures in report["contests"]]
    played = f"{report['opening']} random half-moves at the beginning, seed {report['seed']}."
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Balance of {escape(names)}</title><style>{STYLE}</style></head><body><main>"
        f'<h1>Is it fair?</h1><p class="muted">{escape(names)}. Equal players, the sides swapped in pairs of '
        f"games; {escape(played)}</p>{''.join(parts)}</main></body></html>\n"
    )


def verdict(figures: shapes.BalanceFigures) -> str:
    """Whether it is fair, in a sentence."""
    value, low, high = figures["score"]
    told = f"White scores {100 * value:.1f} %, between {100 * low:.1f} and {100 * high:.1f} %"
    if low > 0.5 or high < 0.5:
        side = "White" if low > 0.5 else "Black"
        return f"{side} has the better of it: {told}."
    if high - low > 0.2:
        return f"Too few games to tell: {told}."
    return f"No side is seen to have the better of it: {told}."


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _side_by_side(report: shapes.BalanceReport) -> str:
    rows = [
        Whisker(each["name"], [100 * end for end in each["score"]], percent(each["score"][0]))
        for each in report["contests"]
    ]
    differences = "".join(
        f"<tr><td>{escape(each['one'])}</td><td>{escape(each['other'])}</td>"
        f"<td>{100 * each['score']:+.1f}</td><td>{_chance(each['noise'])}</td></tr>"
        for each in report["differences"]
    )
    plot = whiskers(rows, "The score of White in percent, side by side", 50.0)
    return (
        f'<h2>Side by side</h2><div class="grid"><div class="card"><h3>Score of White, %</h3>{plot}</div>'
        '<div class="card wide"><h3>Differences</h3><table><tr><th>from</th><th>to</th><th>points</th>'
        f"<th>by chance alone in</th></tr>{differences}</table></div></div>"
    )


def _chance(value: float) -> str:
    return "less than 0.1 % of cases" if value < 0.001 else f"{100 * value:.1f} % of cases"


def _contest(figures: shapes.BalanceFigures) -> str:
    presets = ", ".join(use["id"] for use in figures["presets"])
    told = f"{figures['games']} games of {' and '.join(dict.fromkeys(figures['players']))}"
    told += ", then the score was known well enough" if figures["tight"] else ""
    failed = "".join(
        f'<p class="bad">{count} broken off: {escape(reason)}</p>'
        for reason, count in figures["failed"].items()
    )
    return (
        f'<h2>{escape(figures["name"])}</h2><p class="verdict">{escape(verdict(figures))}</p>'
        f'<p class="muted">{escape(told)}{escape("; presets " + presets) if presets else ""}. '
        f"Start <code>{escape(figures['start'])}</code></p>{failed}{_tiles(figures)}"
        f'<div class="grid">{_cards(figures)}</div>{_examples(figures)}'
    )


def _tiles(figures: shapes.BalanceFigures) -> str:
    length, decisive = figures["length"], figures["decisive"]
    elo = figures["elo"]
    bound = [f"{round(each):+d}" if each is not None else "∞" for each in elo]
    tiles = [
        ("Score of White", percent(figures["score"][0]), f"{bound[0]} Elo, {bound[1]} to {bound[2]}"),
        ("White, drawn, Black", f"{figures['white']} · {figures['draws']} · {figures['black']}", ""),
        ("Decisive", percent(decisive[0]), f"{percent(decisive[1])} to {percent(decisive[2])}"),
        ("Half-moves", f"{length['median']:g}", f"{length['shortest']} to {length['longest']}"),
        ("Choices of a move", f"{figures['choices']:.1f}", "legal moves, on average"),
        ("Drama", percent(figures["drama"]), "how far behind who won was at worst"),
        ("Lead changes", f"{figures['leadChanges']:.1f}", "a game"),
        ("Pieces lost", f"{figures['captures']:.1f}", "a game"),
    ]
    if figures["unfinished"]:
        tiles.append(("Unfinished", str(figures["unfinished"]), "games"))
    told = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}<small>{escape(more)}</small></dd></div>"
        for name, value, more in tiles
    )
    return f'<dl class="tiles">{told}</dl>'


def _cards(figures: shapes.BalanceFigures) -> str:
    cards = [
        (
            "Score of White over the games, %",
            course(figures["course"], "The score of White over the games"),
            "",
        ),
        ("Length", histogram(figures["lengths"], "half-moves", "How long the games were"), ""),
        ("How games end", _endings(figures), ""),
        ("Worth of pieces, in pawns", _worths(figures), _worth_note(figures)),
        ("Rules", _rules(figures), _never(figures)),
        ("Where moves go", heat(figures["squares"], "How often moves went to each square"), ""),
    ]
    return "".join(
        f'<section class="card"><h3>{escape(name)}</h3>{plot}{note}</section>'
        for name, plot, note in cards
        if plot or note
    )


def _endings(figures: shapes.BalanceFigures) -> str:
    most = max((each["share"] for each in figures["endings"]), default=1) or 1
    kinds = {"white": "white", "black": "black", None: "draw"}
    rows = [
        Bar(
            f"{each['winner']}, {each['reason']}" if each["winner"] else each["reason"],
            each["share"] / most,
            percent(each["share"]),
            kinds[each["winner"]],
        )
        for each in figures["endings"][:ROWS]
    ]
    return bars(rows, "How games end")


def _worths(figures: shapes.BalanceFigures) -> str:
    rows = [
        Whisker(
            each["type"],
            each["found"],
            f"{each['found'][0]:.2f} ± {(each['found'][2] - each['found'][1]) / 2:.2f}",
            each["document"],
        )
        for each in figures["worths"]
    ]
    return whiskers(rows, "The worth of pieces, in pawns", 0.0) if rows else ""


def _worth_note(figures: shapes.BalanceFigures) -> str:
    if not figures["worths"]:
        return '<p class="muted">These games do not show what pieces are worth.</p>'
    return (
        '<p class="muted">Dots: what results say, with what it may be in 95 of 100 cases. '
        "Diamonds: what the documents say.</p>"
    )


def _rules(figures: shapes.BalanceFigures) -> str:
    fired: list[Any] = [each for each in figures["rules"] if each["fired"]]
    most = max((each["fired"] for each in fired), default=1)
    games = max(1, figures["games"])
    rows = [
        Bar(
            each["rule"],
            each["fired"] / most,
            f"{each['fired'] / games:.2f} a game, {100 * each['games']:.0f} %",
        )
        for each in fired[:ROWS]
    ]
    return bars(rows, "How often rules took effect") if rows else ""


def _never(figures: shapes.BalanceFigures) -> str:
    if not figures["rules"]:
        return '<p class="muted">It has no rules beyond those of its policies.</p>'
    if not figures["never"]:
        return '<p class="muted">Every rule took effect. Behind the bars: in how many of the games.</p>'
    names = ", ".join(f"<code>{escape(rule)}</code>" for rule in figures["never"])
    return f'<p class="warn">Never took effect: {names}</p>'


def _examples(figures: shapes.BalanceFigures) -> str:
    parts = []
    for title, games in (("Typical games", figures["typical"]), ("Strange games", figures["strange"])):
        if games:
            cards = "".join(
                f'<section class="card">{each["picture"]}<p>Game {each["game"]}: {escape(each["why"])}</p>'
                f"<details><summary>PGN</summary><pre>{escape(each['pgn'])}</pre></details></section>"
                for each in games
            )
            parts.append(f'<h3 style="margin-top:20px">{title}</h3><div class="games">{cards}</div>')
    return "".join(parts)
