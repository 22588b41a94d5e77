import type { FrameBlocks } from "./frame-blocks.ts";
import type { FrameItems } from "./frame-items.ts";
import type { Frame } from "./frame-state.ts";
import type { Overlay } from "./overlay.ts";
import type { TextEditing } from "./text-editing.ts";
import type { TextTools } from "./text-tools.ts";

type Parts = {
  blocks: FrameBlocks;
  items: FrameItems;
  tools: TextTools;
  text: TextEditing;
  overlay: Overlay;
  onKey: (event: KeyboardEvent) => boolean;
};

/** Listens to what people do in the page. It refers to nothing outside itself, because its source runs in the frame. */
export function listenToPage(frame: Frame, { blocks, items, tools, text, overlay, onKey }: Parts): void {
  const { state, tell, redraw, select } = frame;
  const { blockAt } = blocks;
  const { fieldAt, edit, stop, changed, send } = text;
  const isOurs = (target: EventTarget | null) => target === overlay.host;
  addEventListener(
    "pointerdown",
    ({ pointerType }) => {
      state.isTouch = pointerType !== "mouse";
    },
    true,
  );
  addEventListener(
    "mousedown",
    ({ target }) => {
      if (isOurs(target) || !(target instanceof Element)) return;
      const element = fieldAt(target);
      if (state.editing && state.editing.element !== element) stop();
      // A first tap selects, so that a phone's keyboard does not open at every touch.
      if (element && !(state.isTouch && blockAt(element)?.id !== state.selected)) edit(element);
    },
    true,
  );
  addEventListener(
    "click",
    (event) => {
      const { target } = event;
      if (isOurs(target) || !(target instanceof Element)) return;
      // Links, buttons and questions do nothing here.
      if (target.closest("a[href], button, summary, label, input, select, textarea")) event.preventDefault();
      const mark = blockAt(target);
      const isFirstTap = state.isTouch && mark?.id !== state.selected;
      if (mark && mark.id !== state.selected) select(mark.id, true);
      if (state.isTouch) state.item = isFirstTap ? null : items.itemAt(target);
      redraw();
      // A marked place without text is one for a picture.
      const place = target.closest<HTMLElement>("[data-field]");
      if (mark && place && !isFirstTap && !fieldAt(place) && !place.querySelector("img"))
        tell({ landingFrame: "picture", block: mark.id, field: place.dataset.field });
      if (state.editing) state.editing.element.focus();
    },
    true,
  );
  addEventListener("submit", (event) => event.preventDefault(), true);
  addEventListener(
    "pointerover",
    ({ target, pointerType }) => {
      if (pointerType !== "mouse" || isOurs(target) || !(target instanceof Node)) return;
      const element = target instanceof Element ? target : target.parentElement;
      state.item = element && items.itemAt(element);
      state.hovered = blockAt(target)?.id ?? null;
      redraw();
    },
    { passive: true },
  );
  document.documentElement.addEventListener("pointerleave", () => {
    state.hovered = null;
    state.item = null;
    redraw();
  });
  addEventListener("dragstart", (event) => event.preventDefault(), true);
  addEventListener("drop", (event) => event.preventDefault(), true);
  addEventListener("dragover", (event) => event.preventDefault(), true);
  addEventListener(
    "input",
    ({ target }) => {
      if (target === state.editing?.element) changed();
    },
    true,
  );
  document.addEventListener("selectionchange", () => state.editing?.kind === "rich" && redraw());
  addEventListener(
    "focusout",
    ({ relatedTarget }) => {
      if (!state.editing || state.isLinking || relatedTarget === overlay.host) return;
      if (relatedTarget instanceof Node && state.editing.element.contains(relatedTarget)) return;
      stop();
    },
    true,
  );
  addEventListener("pagehide", send);
  // A tab that is hidden may never come back.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") send();
  });
  addEventListener(
    "paste",
    (event) => {
      const { editing } = state;
      if (!editing || !event.clipboardData) return;
      event.preventDefault();
      const pasted = {
        html: event.clipboardData.getData("text/html"),
        text: event.clipboardData.getData("text/plain"),
      };
      const html = tools.clean(pasted, editing.kind);
      if (editing.kind === "line") document.execCommand("insertText", false, pasted.text.replace(/\s+/g, " ").trim());
      else if (editing.kind === "text") document.execCommand("insertText", false, pasted.text);
      else document.execCommand("insertHTML", false, html);
      changed();
    },
    true,
  );
  addEventListener(
    "keydown",
    (event) => {
      if (isOurs(event.target)) return;
      if (onKey(event)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );

  addEventListener(
    "keyup",
    (event) => {
      if (event.key === " " && state.editing?.element.closest("button, summary")) event.preventDefault();
    },
    true,
  );
}
