// The save that is watched, kept in this tab of the browser, so that the page can be loaded again.

const KEY = "rete-chess:replay:v1";

/** Keep a save; whether there was room for it. */
export function keepSave(save: string): boolean {
  try {
    sessionStorage.setItem(KEY, save);
    return true;
  } catch {
    return false;
  }
}

export function keptSave(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function forgetSave(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // A storage that is closed keeps nothing.
  }
}
