// The lobby: choose a variant, set up a game, or watch others.

import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { catalog as fetchCatalog } from "../../net/api";
import { Figures } from "../../pieces/Thumbnail";
import { Button } from "../../ui/Button";
import type { Catalog } from "../../wire/types";
import { NewGame } from "./NewGame";
import { byName, isFound } from "./new-game";
import { useOwnVariants } from "./own";
import { Rooms } from "./Rooms";
import { type Subject, ownSubject, shippedSubject, tagsOf } from "./subject";
import { VariantCards } from "./VariantCards";

const FIRST = "chess";

export function Lobby(): JSX.Element {
  const [catalog, setCatalog] = useState<Catalog | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = (): void => {
    setFailed(false);
    fetchCatalog().then(setCatalog, () => setFailed(true));
  };
  useEffect(load, []);
  if (hasFailed) {
    return <section class="empty" role="alert"><p>The server does not answer.</p><Button onClick={load}>Try again</Button></section>;
  }
  return catalog ? <Hall catalog={catalog} /> : <div class="lobby" aria-busy="true" />;
}

function Hall({ catalog }: { catalog: Catalog }): JSX.Element {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState(FIRST);
  const place = useRef<HTMLDivElement>(null);
  const games = useRef<HTMLDivElement>(null);
  const written = useOwnVariants();
  const own = useMemo(() => written.map(ownSubject), [written]);
  const shipped = useMemo(() => inOrder(catalog).map((card) => shippedSubject(card, catalog)), [catalog]);
  const shown = useMemo(() => {
    const found = new Set(catalog.variants.filter((card) => isFound(card, tagsOf(card, catalog), search)).map((card) => card.id));
    return byName(shipped.filter((subject) => found.has(subject.key)), search);
  }, [catalog, shipped, search]);
  const subject = [...own, ...shipped].find((one) => one.key === chosen) ?? shipped[0];
  const choose = ({ key }: Subject): void => {
    setChosen(key);
    // On a narrow page the game lies above the cards.
    if (place.current && place.current.getBoundingClientRect().top < 0) place.current.scrollIntoView({ block: "start" });
  };
  return (
    <div class="lobby">
      <Figures />
      <div class="desk">
        <div class="game-place" ref={place}>
          <Button kind="quiet" class="to-games" testId="to-games" onClick={() => games.current?.scrollIntoView({ block: "start" })}>All {own.length + shipped.length} games ↓</Button>
          {subject && <NewGame subject={subject} catalog={catalog} />}
        </div>
        <Rooms />
      </div>
      <div class="variants" ref={games}>
        <div class="head">
          <h1>Choose a game</h1>
          <input type="search" placeholder="Search" aria-label="Search variants" value={search} data-testid="variant-search" onInput={(event) => setSearch(event.currentTarget.value)} />
        </div>
        {own.length > 0 && !search && <VariantCards label="Your own variants" subjects={own} chosen={chosen} onChoose={choose} />}
        <VariantCards label="Variants" subjects={shown} chosen={chosen} onChoose={choose} />
        {shown.length === 0 && <p class="muted" role="status">No variant has these words.</p>}
      </div>
    </div>
  );
}

/** Chess first, then all others by name. */
function inOrder(catalog: Catalog): Catalog["variants"] {
  return [...catalog.variants].sort((one, other) => Number(other.id === FIRST) - Number(one.id === FIRST) || one.label.localeCompare(other.label, "en"));
}
