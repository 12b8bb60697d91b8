// The projects of this browser, and the one that is open: from a link, else as they were kept, else a first variant.

import { useEffect, useRef, useState } from "preact/hooks";

import * as books from "../../models/bookcase";
import { type Project, filled, fromShared } from "../../models/project";
import { documentOf } from "../../models/share";
import { navigate } from "../../router";
import { toast } from "../../ui/Toast";
import { TEMPLATES } from "./templates";

type Change<T> = (before: T) => T;

export interface Desk {
  project: Project;
  bookcase: books.Bookcase;
  /** What came last by a link, until it was taken up. */
  shared: Project | null;
  takeUp(): void;
  /** Change the open project. */
  change(change: Change<Project>): void;
  /** Change which projects there are, or which is open. */
  arrange(change: Change<books.Bookcase>): void;
}

const SAVING_DELAY = 300;

/** The open project among all, and the ways to change them. Every change is kept in the browser a moment later. */
export function useProject(): Desk {
  const [bookcase, setBookcase] = useState<books.Bookcase>(kept);
  const [shared, setShared] = useState<Project | null>(null);
  const saved = useRef(bookcase);
  useEffect(() => {
    const open = (): void => void openShared(setBookcase, setShared);
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, []);
  useEffect(() => {
    if (saved.current === bookcase) return undefined;
    const save = (): void => {
      if (saved.current !== bookcase) keep(bookcase);
      saved.current = bookcase;
    };
    const timer = setTimeout(save, SAVING_DELAY);
    addEventListener("pagehide", save);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", save);
    };
  }, [bookcase]);
  const latest = useRef(bookcase);
  latest.current = bookcase;
  // Another window of this browser has written: both show the same from now on. What is typed here at this very
  // moment is not thrown away for it.
  useEffect(() => {
    const take = (event: StorageEvent): void => {
      const written = event.key === books.BOOKCASE_KEY ? books.parseBookcase(event.newValue) : null;
      if (written === null || saved.current !== latest.current) return;
      saved.current = written;
      setBookcase(written);
    };
    addEventListener("storage", take);
    return () => removeEventListener("storage", take);
  }, []);
  // What was written last is kept also when another view is opened at once.
  useEffect(() => () => {
    if (saved.current !== latest.current) keep(latest.current);
  }, []);
  const change = (how: Change<Project>): void =>
    setBookcase((before) => books.withOpened(before, how(books.opened(before))));
  return { project: books.opened(bookcase), bookcase, shared, takeUp: () => setShared(null), change, arrange: setBookcase };
}

/** The documents of the address, where it carries some, as a project of their own. */
async function openShared(arrange: Desk["arrange"], tell: (shared: Project) => void): Promise<void> {
  if (!location.hash.startsWith("#doc=")) return;
  const text = await documentOf(location.hash);
  navigate(location.pathname, true);
  if (text === null) {
    toast({ text: "This link carries no documents that can be read.", kind: "error" });
    return;
  }
  const shared = fromShared(text);
  arrange((before) => books.withProject(before, shared));
  tell(shared);
  toast({ text: `Opened from the link: ${books.titleOf(shared)}. Your other projects are kept.`, kind: "good" });
}

function kept(): books.Bookcase {
  let text: string | null = null;
  try {
    text = localStorage.getItem(books.BOOKCASE_KEY);
  } catch {
    // A forbidden storage: the projects last as long as this window.
  }
  const first = { documents: [filled(TEMPLATES.variant, "variant", "my-variant")], active: 0 };
  return books.parseBookcase(text) ?? { projects: [first], open: 0 };
}

function keep(bookcase: books.Bookcase): void {
  try {
    localStorage.setItem(books.BOOKCASE_KEY, books.formatBookcase(bookcase));
  } catch {
    toast({ text: "This browser keeps no more documents. Export what you want to keep.", kind: "error" });
  }
}
