// Tabs: one of several panels is shown; arrow keys go from tab to tab.

import type { ComponentChildren, JSX } from "preact";
import { useId, useRef, useState } from "preact/hooks";

export interface Tab {
  id: string;
  label: ComponentChildren;
  content: ComponentChildren;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** The tab that is shown, where the caller keeps it. */
  chosen?: string;
  onChoose?(id: string): void;
}

export function Tabs({ label, tabs, chosen, onChoose }: TabsProps): JSX.Element {
  const [own, setOwn] = useState(tabs[0]?.id);
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = tabs.find((tab) => tab.id === (chosen ?? own)) ?? tabs[0];
  const choose = (id: string): void => {
    setOwn(id);
    onChoose?.(id);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const at = tabs.findIndex((tab) => tab.id === current?.id);
    const next = (at + step + tabs.length) % tabs.length;
    choose(tabs[next]?.id ?? "");
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div class="tabs">
      <div ref={list} role="tablist" aria-label={label} onKeyDown={onKey}>
        {tabs.map((tab) => (
          <button key={tab.id} type="button" role="tab" id={`${base}-${tab.id}`} aria-controls={`${base}-panel`} data-testid={`tab-${tab.id}`}
            aria-selected={tab.id === current?.id} tabIndex={tab.id === current?.id ? 0 : -1} onClick={() => choose(tab.id)}>
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${current?.id}`} tabIndex={0}>{current?.content}</div>
    </div>
  );
}
