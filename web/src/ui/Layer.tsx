// A dialog in the middle or a drawer at the side. The browser keeps the focus inside and gives it back.

import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "./Button";
import { settleDraft } from "./Draft";
import { Icon } from "./Icon";
import { Toasts } from "./Toast";
import { useLayer } from "./layers";

interface LayerProps {
  kind?: "dialog" | "drawer";
  title: string;
  onClose(): void;
  children: ComponentChildren;
  /** What stands below, such as buttons. */
  footer?: ComponentChildren;
  testId?: string;
  isWide?: boolean;
}

export function Layer({ kind = "dialog", title, onClose, children, footer, testId, isWide }: LayerProps): JSX.Element {
  const place = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const close = (): void => {
    settleDraft();
    onClose();
  };
  useLayer(close);
  // At once, not after the next painting: keys that follow are meant for what lies on top.
  useLayoutEffect(() => {
    const before = document.activeElement;
    place.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const onCancel = (event: Event): void => event.preventDefault();
  const onPress = (event: MouseEvent): void => {
    if (event.target === place.current) close();
  };
  return (
    <dialog ref={place} class={`layer ${kind}${isWide ? " wide" : ""}`} aria-labelledby={heading} data-testid={testId}
      onCancel={onCancel} onClose={close} onMouseDown={onPress}>
      <div class="sheet">
        <header>
          <h2 id={heading}>{title}</h2>
          <IconButton label="Close" onClick={close}><Icon name="close" /></IconButton>
        </header>
        <div class="body">{children}</div>
        {footer && <footer>{footer}</footer>}
      </div>
      <Toasts />
    </dialog>
  );
}
