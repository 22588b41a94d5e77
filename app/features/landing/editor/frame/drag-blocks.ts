import type { Box } from "./frame-blocks.ts";

type Handle = {
  /** What someone drags. */
  grip: HTMLElement;
  /** Shows where the block would land. Null hides it. */
  showDrop: (box: Box | null) => void;
};
type Page = {
  ids: () => string[];
  boxOf: (id: string) => Box | null;
  /** The block that starts to move, or null. */
  begin: () => string | null;
  /** `before` is the block that follows; empty at the end. */
  drop: (id: string, before: string) => void;
};

/**
 * Moves a block by dragging its grip, with a line where it would land. Near an edge of the screen, the page scrolls. Escape
 * leaves everything as it was. It refers to nothing outside itself, because its source runs in the frame.
 */
export function dragBlocks({ grip, showDrop }: Handle, page: Page): void {
  const EDGE = 70;
  const SPEED = 14;
  let moved: { id: string; before: string | null; y: number } | null = null;
  let frame = 0;

  function aim(): void {
    if (!moved) return;
    const { id } = moved;
    const boxes = page.ids().flatMap((each) => {
      const box = page.boxOf(each);
      return box ? [{ id: each, box }] : [];
    });
    const y = moved.y + scrollY;
    const next = boxes.find(({ box }) => y < box.top + box.height / 2);
    const place = next ? boxes.indexOf(next) : boxes.length;
    const from = boxes.findIndex((each) => each.id === id);
    const isSame = place === from || place === from + 1;
    moved.before = isSame ? null : (next?.id ?? "");
    const last = boxes.at(-1)?.box;
    const edge = next?.box ?? (last && { ...last, top: last.top + last.height });
    showDrop(isSame || !edge ? null : edge);
  }
  function scroll(): void {
    if (!moved) return;
    const { y } = moved;
    const by = y < EDGE ? -SPEED : y > innerHeight - EDGE ? SPEED : 0;
    if (by !== 0) {
      scrollBy({ top: by, behavior: "instant" });
      aim();
    }
    frame = requestAnimationFrame(scroll);
  }
  function end(isDropped: boolean): void {
    const done = moved;
    moved = null;
    cancelAnimationFrame(frame);
    showDrop(null);
    if (isDropped && done && done.before !== null) page.drop(done.id, done.before);
  }

  grip.addEventListener("pointerdown", (event) => {
    const id = event.button === 0 ? page.begin() : null;
    if (!id) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    moved = { id, before: null, y: event.clientY };
    frame = requestAnimationFrame(scroll);
  });
  grip.addEventListener("pointermove", ({ clientY }) => {
    if (!moved) return;
    moved.y = clientY;
    aim();
  });
  grip.addEventListener("pointerup", () => end(true));
  for (const name of ["pointercancel", "lostpointercapture"]) grip.addEventListener(name, () => end(false));
  addEventListener(
    "keydown",
    (event) => {
      if (!moved || event.key !== "Escape") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      end(false);
    },
    true,
  );
}
