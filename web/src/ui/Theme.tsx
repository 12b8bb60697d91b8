// Light or dark: as the system says, unless the reader has chosen.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { IconButton } from "./Button";
import { Icon } from "./Icon";

const KEY = "rete-chess:theme:v1";
type Theme = "light" | "dark";

function stored(): Theme | null {
  const found = localStorage.getItem(KEY);
  return found === "light" || found === "dark" ? found : null;
}

const system = (): Theme => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

export function ThemeButton(): JSX.Element {
  const [theme, setTheme] = useState<Theme | null>(stored);
  useEffect(() => {
    if (theme) document.documentElement.dataset["theme"] = theme;
    else delete document.documentElement.dataset["theme"];
  }, [theme]);
  const turn = (): void => {
    const next: Theme = (theme ?? system()) === "dark" ? "light" : "dark";
    if (next === system()) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
    setTheme(next === system() ? null : next);
  };
  return <IconButton label="Light or dark" onClick={turn} testId="theme"><Icon name="theme" /></IconButton>;
}
