import type { Frame } from "./frame-state.ts";
import type { Overlay } from "./overlay.ts";
import type { TextEditing } from "./text-editing.ts";

/** What keys do in the page. Returns whether a key did something. It refers to nothing outside itself, because its source runs in the frame. */
export function makeFrameKeys(
  { state, tell }: Frame,
  { fieldsOf, edit, editFirst, caretToEnd, stop, changed, send, runText }: TextEditing,
  overlay: Overlay,
): (event: KeyboardEvent) => boolean {
  function openLink(): void {
    const node = getSelection()?.anchorNode;
    const at = node instanceof Element ? node : node?.parentElement;
    overlay.openLink(at?.closest("a[href]")?.getAttribute("href") ?? "");
  }
  const isInOverlay = () => overlay.hasFocus();
  return (event) => {
    if (event.isComposing) return false;
    const key = event.key.toLowerCase();
    const { editing, selected } = state;
    const pass = (name: string) => {
      send();
      tell({ landingFrame: "key", key: name, block: selected ?? "" });
      return true;
    };
    if (event.ctrlKey || event.metaKey) {
      if (key === "s") return pass("save");
      if (key === "z") return pass(event.shiftKey ? "redo" : "undo");
      if (key === "y") return pass("redo");
      if (key === "d" && selected && !editing) return pass("duplicate");
      if (!editing || !["b", "i", "k", "u"].includes(key)) return false;
      if (editing.kind === "rich" && key === "b") runText("bold");
      if (editing.kind === "rich" && key === "i") runText("italic");
      if (editing.kind === "rich" && key === "k") openLink();
      return true;
    }
    if (key === "escape") {
      stop();
      return pass("leave");
    }
    if (!editing) {
      if (!selected) return false;
      if (event.altKey && (key === "arrowup" || key === "arrowdown")) return pass(key === "arrowup" ? "up" : "down");
      // Backspace is for letters: someone who missed the text by a hair would lose the whole block.
      if (key === "delete") return pass("remove");
      if (key === "enter" && !isInOverlay()) {
        editFirst(selected);
        return true;
      }
      return false;
    }
    if (key === "enter" && (editing.kind === "line" || editing.element.closest("button"))) return true;
    if (key === "tab") {
      const all = fieldsOf(editing.block);
      const next = all[all.indexOf(editing.element) + (event.shiftKey ? -1 : 1)];
      if (!next) {
        stop();
        return pass("leave");
      }
      edit(next);
      caretToEnd(next);
      return true;
    }
    // In buttons and questions, browsers press instead of writing a space.
    if (key === " " && editing.element.closest("button, summary")) {
      document.execCommand("insertText", false, " ");
      changed();
      return true;
    }
    return false;
  };
}
