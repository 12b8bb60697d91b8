// Menus: a list of things to do or to choose, opened by a button or at a place. Arrow keys, Enter, Escape.

import type { ComponentChildren, CSSProperties, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLayer } from "./layers";

export interface MenuItem {
  id: string;
  label: ComponentChildren;
  /** What is read, where the label is a picture. */
  name?: string;
  disabled?: boolean;
  testId?: string;
}

interface MenuListProps {
  label: string;
  items: readonly MenuItem[];
  onPick(id: string): void;
  onClose(): void;
  class?: string;
  style?: CSSProperties;
  testId?: string;
}

/** An open menu. It takes the focus, and closes when the focus or a press goes elsewhere. */
export function MenuList({ label, items, onPick, onClose, class: extra, style, testId }: MenuListProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useLayer(onClose);
  // At once, not after the next painting: keys that follow are meant for the menu.
  useLayoutEffect(() => {
    const before = document.activeElement;
    place.current?.querySelector<HTMLElement>("[role=menuitem]:not(:disabled)")?.focus();
    const onPress = (event: Event): void => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) onClose();
    };
    document.addEventListener("pointerdown", onPress, true);
    return () => {
      document.removeEventListener("pointerdown", onPress, true);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Tab") onClose();
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...(place.current?.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[(at + step + all.length) % all.length]?.focus();
  };
  return (
    <div ref={place} role="menu" aria-label={label} class={`menu${extra ? ` ${extra}` : ""}`} style={style} data-testid={testId} onKeyDown={onKey}>
      {items.map((item) => (
        <button key={item.id} type="button" role="menuitem" tabIndex={-1} disabled={item.disabled} aria-label={item.name} title={item.name}
          data-testid={item.testId} onClick={(event) => { event.stopPropagation(); onPick(item.id); }}>
          {item.label}
        </button>
      ))}
    </div>
  );
}

interface MenuProps {
  label: string;
  items: readonly MenuItem[];
  onPick(id: string): void;
  children: ComponentChildren;
  testId?: string;
}

/** A button that opens a menu below it. */
export function Menu({ label, items, onPick, children, testId }: MenuProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="menu-place">
      <button type="button" class="button plain" aria-haspopup="menu" aria-expanded={isOpen} aria-label={label} title={label} data-testid={testId} onClick={() => setOpen(!isOpen)}>
        {children}
      </button>
      {isOpen && <MenuList label={label} items={items} onClose={() => setOpen(false)} onPick={(id) => { setOpen(false); onPick(id); }} />}
    </div>
  );
}
