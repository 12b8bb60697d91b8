// The page: its frame, and the view that the address names. The workshop is loaded when it is opened.

import type { ComponentType, JSX } from "preact";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Link, usePath } from "./router";
import { ThemeButton } from "./ui/Theme";
import { Toasts } from "./ui/Toast";
import { Lobby } from "./views/lobby/Lobby";
import { Replay } from "./views/replay/Replay";
import { Room } from "./views/room/Room";

const ROOM = /^\/room\/([A-Z0-9]{1,16})$/i;

function Page(): JSX.Element {
  const path = usePath();
  const code = ROOM.exec(path)?.[1]?.toUpperCase();
  return (
    <>
      <header class="masthead">
        <Link to="/" class="brand">rete_chess</Link>
        <nav aria-label="Views">
          <NavLink to="/" path={path}>Play</NavLink>
          <NavLink to="/workshop" path={path}>Workshop</NavLink>
          <NavLink to="/replay" path={path}>Replay</NavLink>
        </nav>
        <ThemeButton />
      </header>
      <main>{code ? <Room key={code} code={code} /> : <View path={path} />}</main>
      <Toasts />
    </>
  );
}

function NavLink({ to, path, children }: { to: string; path: string; children: string }): JSX.Element {
  return <Link to={to} aria-current={to === path ? "page" : undefined}>{children}</Link>;
}

function View({ path }: { path: string }): JSX.Element {
  if (path === "/") return <Lobby />;
  if (path === "/replay") return <Replay />;
  if (path === "/workshop") return <LateWorkshop />;
  return (
    <section class="empty">
      <h1>There is nothing here</h1>
      <p>No view has this address. Perhaps the link was cut short.</p>
      <p><Link to="/">Back to the lobby</Link></p>
    </section>
  );
}

/** The workshop, whose text editor is a chunk of its own. */
function LateWorkshop(): JSX.Element {
  const [Workshop, setWorkshop] = useState<ComponentType | null>(null);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    import("./views/workshop/Workshop").then(
      (loaded) => setWorkshop(() => loaded.Workshop),
      () => setFailure("The workshop could not be loaded. Is the server still there?"),
    );
  }, []);
  if (failure) return <p class="empty" role="alert">{failure}</p>;
  return Workshop ? <Workshop /> : <div class="empty" aria-busy="true" />;
}

const place = document.getElementById("page");
if (place) render(<Page />, place);
