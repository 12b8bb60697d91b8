// Buttons: plain, the one that matters (primary), quiet ones, and small ones with a sign and a name.

import type { ComponentChildren, JSX } from "preact";

interface ButtonProps {
  children: ComponentChildren;
  onClick?(event: MouseEvent): void;
  kind?: "plain" | "primary" | "quiet" | "danger";
  type?: "button" | "submit";
  disabled?: boolean;
  title?: string;
  testId?: string;
  pressed?: boolean;
  class?: string;
}

export function Button({ children, onClick, kind = "plain", type = "button", disabled, title, testId, pressed, class: extra }: ButtonProps): JSX.Element {
  return (
    <button type={type} class={`button ${kind}${extra ? ` ${extra}` : ""}`} onClick={onClick} disabled={disabled} title={title}
      data-testid={testId} aria-pressed={pressed}>
      {children}
    </button>
  );
}

interface IconButtonProps {
  label: string;
  children: ComponentChildren;
  onClick?(event: MouseEvent): void;
  disabled?: boolean;
  testId?: string;
  pressed?: boolean;
}

/** A small button that shows a sign; its name is read and shown as a tip. */
export function IconButton({ label, children, onClick, disabled, testId, pressed }: IconButtonProps): JSX.Element {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={onClick} disabled={disabled}
      data-testid={testId} aria-pressed={pressed}>
      <span aria-hidden="true">{children}</span>
    </button>
  );
}
