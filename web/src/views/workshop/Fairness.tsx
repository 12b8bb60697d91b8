// Is it fair? Games between equal players, played by the server a few at a time, and what they say so far.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import * as balance from "../../models/balance";
import type { Bundle } from "../../models/project";
import * as api from "../../net/api";
import { Button } from "../../ui/Button";

/** Games that one press asks for, and the milliseconds between two questions. */
const GAMES = 60;
const PAUSE = 3000;
const PATIENCE = 6000;
/** Who plays: those who think a little, or by chance alone where thinking costs too much. */
const THINKING = "search:20n";
const RANDOM = "random";

export function Fairness({ bundle, isBroken }: { bundle: Bundle; isBroken: boolean }): JSX.Element {
  const [tally, setTally] = useState(balance.nothing());
  const [until, setUntil] = useState(0);
  const [players, setPlayers] = useState(THINKING);
  const [error, setError] = useState<string | null>(null);
  const key = JSON.stringify(bundle);
  const asked = useRef(key);
  useEffect(() => {
    if (asked.current === key) return;
    asked.current = key; // another text: what was counted is about something else
    setTally(balance.nothing());
    setUntil(0);
    setPlayers(THINKING);
    setError(null);
  }, [key]);
  const next = tally.share?.next ?? 0;
  const isPlaying = next < until && !isBroken;
  useEffect(() => {
    if (!isPlaying) return undefined;
    const stop = new AbortController();
    let timer = 0;
    const ask = async (): Promise<void> => {
      try {
        const share = await api.playSome({ ...bundle, players, first: next, ...(tally.share ? { pairs: tally.share.pairs } : {}) }, stop.signal);
        if (stop.signal.aborted) return;
        if (share.isTooDear) setPlayers(RANDOM);
        else setTally(balance.withShare(tally, share));
      } catch (found) {
        if (stop.signal.aborted) return;
        if (found instanceof api.ApiError && found.code === "E_RATE") timer = window.setTimeout(() => void ask(), PATIENCE);
        else {
          setError(found instanceof Error ? found.message : "The server does not answer.");
          setUntil(0);
        }
      }
    };
    timer = window.setTimeout(() => void ask(), next === 0 ? 0 : PAUSE);
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
  }, [isPlaying, next, key, players]);
  const label = isPlaying ? "Stop" : tally.games > 0 ? "More games" : "Play some games";
  const press = (): void => {
    setError(null);
    setUntil(isPlaying ? 0 : next + GAMES);
  };
  return (
    <div class="fairness" data-testid="fairness">
      <p class="quiet-note">{players === RANDOM ? "Random players, since thinking costs too much here," : "Simple players"} play both sides, two games from each random opening. For thousands of games, and better players, there is <code>rete-chess balance</code>.</p>
      <div class="row">
        <Button onClick={press} disabled={isBroken} testId="play-some">{label}</Button>
        {isPlaying && <progress max={GAMES} value={GAMES - (until - next)} aria-label="Games played" />}
      </div>
      {isBroken && <p class="note is-bad">There are problems: it cannot be played.</p>}
      {error !== null && <p class="note is-bad" role="alert">{error}</p>}
      {tally.share !== null && <Told tally={tally} />}
    </div>
  );
}

function Told({ tally }: { tally: balance.Tally }): JSX.Element {
  const silent = balance.never(tally);
  const games = Math.max(1, tally.games);
  const rows: [string, string][] = [
    ["White, drawn, Black", `${tally.won} · ${tally.drawn} · ${tally.lost}`],
    ["Stopped on the way", tally.unfinished === 0 ? "0" : `${tally.unfinished} (${balance.percent(tally.unfinished / games)})`],
    ["Half-moves", `${tally.halfMoves[0] ?? 0} to ${tally.halfMoves.at(-1) ?? 0}, median ${balance.median(tally.halfMoves)}`],
    ["Choices of a move", (tally.choices / games).toFixed(1)],
    ["Pieces lost", `${(tally.captures / games).toFixed(1)} a game`],
    ...[...tally.endings].sort((one, other) => other[1] - one[1]).slice(0, 6).map(([ending, count]): [string, string] => [ending, balance.percent(count / games)]),
  ];
  return (
    <>
      <p class="verdict" role="status" data-testid="fair-verdict">{balance.verdict(tally)}</p>
      <p class="muted small">{tally.games} games{tally.failed > 0 ? `, ${tally.failed} broken off` : ""}</p>
      <table>
        <tbody>{rows.map(([name, value]) => <tr key={name}><th scope="row">{name}</th><td>{value}</td></tr>)}</tbody>
      </table>
      {tally.rules.size > 0 && (
        <section class="coverage" aria-label="Rules">
          <h3>Rules: in how many of the games</h3>
          <ul>
            {[...tally.rules].sort((one, other) => other[1] - one[1]).map(([rule, count]) => (
              <li key={rule} class={count > 0 ? "is-seen" : "is-unseen"}>
                <code>{rule}</code>
                <span>{count > 0 ? balance.percent(count / games) : "never"}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {silent.length > 0 && <p class="hint">What never fires may be too rare, or unable to.</p>}
    </>
  );
}
