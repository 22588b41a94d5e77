import type { TextKind } from "../../../../../domain/landing/editor/frame-messages.ts";
import type { FrameBlocks } from "./frame-blocks.ts";
import type { Frame } from "./frame-state.ts";
import type { TextTools } from "./text-tools.ts";

export type TextEditing = ReturnType<typeof makeTextEditing>;

/** Edits text in place and tells the editor. It refers to nothing outside itself, because its source runs in the frame. */
export function makeTextEditing(
  { config, state, tell, redraw, select, replace }: Frame,
  { blockAt, elementsOf }: FrameBlocks,
  tools: TextTools,
) {
  /** The editor renders when it learns of a change, so it learns in pauses, or after a while of steady typing. */
  const SEND_DELAY_MS = 250;
  const SEND_LATEST_MS = 2000;
  const kindAt = (type: string, field: string): TextKind | undefined =>
    config.fields[type]?.[field.replace(/\.\d+\./, ".*.")];
  function fieldAt(target: Element): HTMLElement | null {
    const element = target.closest<HTMLElement>("[data-field]");
    const mark = element && blockAt(element);
    return mark && kindAt(mark.type, element.dataset.field ?? "") ? element : null;
  }
  function edit(element: HTMLElement): void {
    if (state.editing?.element === element) return;
    stop();
    const mark = blockAt(element);
    const field = element.dataset.field ?? "";
    const kind = mark && kindAt(mark.type, field);
    if (!mark || !kind) return;
    element.contentEditable = kind === "line" ? "plaintext-only" : "true";
    element.setAttribute("role", "textbox");
    element.setAttribute("aria-multiline", String(kind !== "line"));
    element.setAttribute("aria-label", `${config.names[mark.type] ?? "Block"}, ${field.replace(/^.*\./, "")}`);
    element.style.outline = "none";
    state.editing = { element, block: mark.id, field, kind, sent: tools.read(element, kind) };
    document.execCommand("defaultParagraphSeparator", false, "p");
    if (state.selected !== mark.id) select(mark.id, true);
    tell({ landingFrame: "focus", block: mark.id, field });
    redraw();
  }
  function stop(): void {
    const { editing } = state;
    if (!editing) return;
    send();
    state.editing = null;
    const { element, block } = editing;
    for (const name of ["contenteditable", "role", "aria-multiline", "aria-label"]) element.removeAttribute(name);
    element.style.outline = "";
    if (element.getAttribute("style") === "") element.removeAttribute("style");
    // A newer version from the editor may be on its way.
    setTimeout(() => {
      const html = state.pending.get(block);
      if (html !== undefined && state.editing?.block !== block) replace(block, html);
    }, 2 * SEND_DELAY_MS);
    redraw();
  }
  function changed(): void {
    // The next drawing leaves an empty text out. Until then, it says that one can write there.
    state.editing?.element.toggleAttribute("data-empty", !state.editing.element.textContent.trim());
    const now = performance.now();
    if (!state.timer) state.unsentSince = now;
    clearTimeout(state.timer);
    const latest = state.unsentSince + SEND_LATEST_MS - now;
    state.timer = window.setTimeout(send, Math.max(0, Math.min(SEND_DELAY_MS, latest)));
  }
  function send(): void {
    clearTimeout(state.timer);
    state.timer = 0;
    const { editing } = state;
    if (!editing) return;
    const text = tools.read(editing.element, editing.kind);
    if (text === editing.sent) return;
    editing.sent = text;
    tell({ landingFrame: "edit", block: editing.block, field: editing.field, text });
  }
  function caretToEnd(element: HTMLElement): void {
    element.focus();
    getSelection()?.selectAllChildren(element);
    getSelection()?.collapseToEnd();
  }
  function fieldsOf(id: string): HTMLElement[] {
    return elementsOf(id)
      .flatMap((element) => [element, ...element.querySelectorAll<HTMLElement>("[data-field]")])
      .filter((element) => element.dataset.field !== undefined && fieldAt(element) === element);
  }
  function editFirst(id: string, isExample = false): void {
    const [first] = fieldsOf(id);
    if (!first) return;
    edit(first);
    caretToEnd(first);
    if (isExample) getSelection()?.selectAllChildren(first);
  }
  function runText(command: string): void {
    const { editing } = state;
    if (editing?.kind !== "rich") return;
    document.execCommand(command === "list" ? "insertUnorderedList" : command);
    changed();
    redraw();
  }
  return { fieldAt, fieldsOf, edit, editFirst, caretToEnd, stop, changed, send, runText };
}
