// The editors in layers, loaded when one is first opened.

import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { toast } from "../ui/Toast";
import type { ComposerProps } from "./composer/Composer";
import type { ProfileEditorProps } from "./profile/ProfileEditor";

/** A component that is there once its part of the page has come. */
function useLate<P>(load: () => Promise<ComponentType<P>>): ComponentType<P> | null {
  const [Late, setLate] = useState<ComponentType<P> | null>(null);
  useEffect(() => {
    load().then(
      (loaded) => setLate(() => loaded),
      () => toast({ text: "The editor could not be loaded. Is the server still there?", kind: "error" }),
    );
  }, []);
  return Late;
}

export function LateProfileEditor(props: ProfileEditorProps): JSX.Element | null {
  const Editor = useLate<ProfileEditorProps>(async () => (await import("./profile/ProfileEditor")).ProfileEditor);
  return Editor && <Editor {...props} isLayer />;
}

export function LateComposer(props: ComposerProps): JSX.Element | null {
  const Editor = useLate<ComposerProps>(async () => (await import("./composer/Composer")).Composer);
  return Editor && <Editor {...props} isLayer />;
}
