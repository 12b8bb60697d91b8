// The Back button while something lies above the page: it closes that, and the view stays.
//
// As long as any layer is open, one entry of the history stands for all of them. Back takes it away; a layer that is
// closed otherwise takes it away itself.

const MARK = { layer: true };

/** We went back ourselves, and the browser has not told so yet. */
let isLeaving = false;
const later: (() => void)[] = [];
let closeTop: () => boolean = () => false;

const isMarked = (): boolean => (history.state as { layer?: boolean } | null)?.layer === true;

/** Do something to the history, after what is under way there. */
export function afterLeaving(run: () => void): void {
  if (isLeaving) later.push(run);
  else run();
}

function onPop(): void {
  if (isLeaving) {
    isLeaving = false;
    for (const run of later.splice(0)) run();
  } else if (!isMarked() && closeTop()) {
    history.pushState(MARK, ""); // others lie below it
  }
}

/** A first layer was opened. `close` closes the topmost one, and says whether others stay. */
export function beginLayers(close: () => boolean): void {
  closeTop = close;
  addEventListener("popstate", onPop);
  afterLeaving(() => {
    if (!isMarked()) history.pushState(MARK, "");
  });
}

/** The last layer was closed. */
export function endLayers(): void {
  closeTop = () => false;
  if (isMarked() && !isLeaving) {
    isLeaving = true;
    history.back();
  }
}

/** Whether the present entry stands for layers: what is opened now takes its place. */
export const standsForLayers = isMarked;
