import type { TextKind } from "../../../../../domain/landing/editor/frame-messages.ts";
import type { dragBlocks } from "./drag-blocks.ts";
import type { FrameBlocks } from "./frame-blocks.ts";
import type { FrameItem, FrameItems } from "./frame-items.ts";
import type { Overlay, OverlayActions, OverlayColors } from "./overlay.ts";
import type { SentView } from "./sent-view.ts";
import type { TextTools } from "./text-tools.ts";

export type FrameConfig = {
  prefix: string;
  end: string;
  /** Where the page was scrolled to before it was drawn again. Null at first: it shows the selected block. */
  scroll: number | null;
  selected: string | null;
  names: Record<string, string>;
  fields: Record<string, Record<string, TextKind>>;
  /** Kinds of blocks whose text can be aligned. */
  aligned: string[];
  /** What an item of each list is called, by the kind of block and the list. */
  items: Record<string, Record<string, string>>;
  colors: OverlayColors;
};
/** New HTML for blocks. `own` are blocks whose change came from the frame itself. */
export type FramePatch = { order: { id: string; type: string }[]; html: Record<string, string>; own: string[] };

/**
 * The page's side of the editor. It marks blocks, edits their text in place and tells the editor. Only changed blocks are
 * replaced, and never the text that someone edits. It refers to nothing outside itself, because its source runs in the
 * frame, beside the page's own scripts. So the editor trusts nothing that it tells.
 */
export function runFrame(
  config: FrameConfig,
  blocks: FrameBlocks,
  items: FrameItems,
  showSent: (sent: SentView | null) => void,
  tools: TextTools,
  makeOverlay: (actions: OverlayActions, colors: OverlayColors) => Overlay,
  makeDraggable: typeof dragBlocks,
): void {
  /** The editor renders when it learns of a change, so it learns in pauses, or after a while of steady typing. */
  const SEND_DELAY_MS = 250;
  const SEND_LATEST_MS = 2000;
  const tell = (message: Record<string, unknown>) => parent.postMessage(message, "*");
  const state = {
    selected: config.selected,
    hovered: null as string | null,
    /** The item under the pointer, or the one that was tapped. */
    item: null as FrameItem | null,
    editing: null as { element: HTMLElement; block: string; field: string; kind: TextKind; sent: string } | null,
    pending: new Map<string, string>(),
    timer: 0,
    unsentSince: 0,
    isTouch: false,
    range: null as Range | null,
    isLinking: false,
    sent: null as SentView | null,
  };

  const { blockAt, elementsOf, typeOf, boxOf } = blocks;
  const overlay = makeOverlay(
    {
      isEditing: () => state.editing !== null,
      onAdd(after) {
        const block = state.isTouch ? state.selected : (state.hovered ?? state.selected);
        if (block) tell({ landingFrame: "add", block, after });
      },
      onKey: (key) => state.selected && tell({ landingFrame: "key", key, block: state.selected }),
      onItem(action) {
        const item = shownItem();
        if (!item) return;
        stop();
        tell({ landingFrame: "item", block: item.block, item: item.path, action });
        // The toolbar goes with the item.
        const [list, place] = item.path.split(".");
        const to = Number(place) + (action === "back" ? -1 : action === "forward" ? 1 : 0);
        state.item = { block: item.block, path: `${list}.${to}` };
      },
      onText: (command) => runText(command),
      onAlign: (value) => state.selected && tell({ landingFrame: "align", block: state.selected, value }),
      onLink(address) {
        if (!state.editing) return;
        if (!address) document.execCommand("unlink");
        else document.execCommand("createLink", false, address);
        changed();
      },
      onLinkField(isOpen) {
        const selection = getSelection();
        if (isOpen) {
          state.range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : null;
          state.isLinking = true;
          return;
        }
        state.editing?.element.focus();
        if (state.range) {
          selection?.removeAllRanges();
          selection?.addRange(state.range);
        }
        state.isLinking = false;
      },
    },
    config.colors,
  );

  let frame = 0;
  let drawn = "";
  /** Draws the outlines in the next frame. Most letters move nothing, and then the page needs no second layout. */
  function redraw(): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const chosen = state.selected ? boxOf(elementsOf(state.selected)) : null;
      const hovered = state.hovered ? boxOf(elementsOf(state.hovered)) : null;
      const { editing } = state;
      const isRich = editing?.kind === "rich";
      const text = isRich ? boxOf([editing.element]) : null;
      const marks = isRich ? pressed() : [];
      const type = typeOf(state.selected ?? "");
      const align = config.aligned.includes(type) ? alignOf(state.selected ?? "") : null;
      const view = [scrollY, document.documentElement.clientWidth, state.selected, state.hovered, state.isTouch];
      const item = shownItem();
      const card = item && items.cardOf(item);
      const cardBox = card && boxOf([card.element]);
      const next = JSON.stringify([view, chosen, hovered, text, marks, type, align, item, cardBox, card]);
      if (next === drawn) return;
      drawn = next;
      overlay.showChosen(chosen, config.names[type] ?? "", align);
      overlay.showHover(state.hovered === state.selected ? null : hovered);
      overlay.showPlus(state.isTouch ? chosen : (hovered ?? chosen));
      overlay.showTools(text, marks);
      const [list = "", place] = item?.path.split(".") ?? [];
      const whole = item && boxOf(elementsOf(item.block));
      overlay.showItem(cardBox, {
        name: `${config.items[typeOf(item?.block ?? "")]?.[list] ?? "item"} ${Number(place) + 1}`,
        isFirst: card?.isFirst === true,
        isLast: card?.isLast === true,
        isAcross: cardBox !== null && whole !== null && cardBox.width < whole.width / 2,
      });
    });
  }
  const shownItem = () => state.item ?? (state.editing && items.itemAt(state.editing.element));
  /** Null where the look of a block centers its text anyway. */
  const alignOf = (id: string) => {
    const [first] = elementsOf(id);
    return first?.matches("[class*=-stage]") ? null : first?.matches(".lp-centered") ? "center" : "left";
  };
  function pressed(): string[] {
    const on = [
      ...(document.queryCommandState("bold") ? ["bold"] : []),
      ...(document.queryCommandState("italic") ? ["italic"] : []),
    ];
    const node = getSelection()?.anchorNode;
    const at = node instanceof Element ? node : node?.parentElement;
    if (at?.closest("li")) on.push("list");
    if (at?.closest("a[href]") && at.closest("a[href]") !== state.editing?.element) on.push("link");
    return on;
  }

  function select(id: string | null, isOwn: boolean): void {
    state.selected = id;
    if (id) {
      for (const element of elementsOf(id))
        for (const details of [element, ...element.querySelectorAll("details")])
          if (details instanceof HTMLDetailsElement) details.open = true;
      if (isOwn) tell({ landingFrame: "select", block: id });
    }
    redraw();
  }

  makeDraggable(overlay, {
    ids: blocks.ids,
    boxOf: (id) => boxOf(elementsOf(id)),
    begin() {
      stop();
      return state.selected;
    },
    drop: (block, before) => tell({ landingFrame: "move", block, before }),
  });

  // Editing in place.
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
  function openLink(): void {
    const node = getSelection()?.anchorNode;
    const at = node instanceof Element ? node : node?.parentElement;
    overlay.openLink(at?.closest("a[href]")?.getAttribute("href") ?? "");
  }

  // What people do in the page.
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

  function onKey(event: KeyboardEvent): boolean {
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
  }
  const isInOverlay = () => overlay.hasFocus();
  addEventListener(
    "keyup",
    (event) => {
      if (event.key === " " && state.editing?.element.closest("button, summary")) event.preventDefault();
    },
    true,
  );

  // What the editor tells.
  function replace(id: string, html: string): void {
    state.pending.delete(id);
    blocks.replace(id, html);
    if (state.sent?.block === id) showSent(state.sent);
  }
  function patch({ order, html, own }: FramePatch): void {
    const wanted = new Set(order.map(({ id }) => id));
    if (state.editing && !wanted.has(state.editing.block)) stop();
    if (!blocks.arrange(order)) {
      tell({ landingFrame: "reload" });
      return;
    }
    for (const [id, inside] of Object.entries(html)) {
      const { editing } = state;
      if (editing?.block !== id) replace(id, inside);
      else if (own.includes(id)) state.pending.set(id, inside);
      else {
        // The editor changed the text that is edited here, for example with Undo.
        const { field } = editing;
        clearTimeout(state.timer);
        state.timer = 0;
        state.editing = null;
        replace(id, inside);
        const again = fieldsOf(id).find((element) => element.dataset.field === field);
        if (again) {
          edit(again);
          caretToEnd(again);
        }
      }
    }
    if (state.selected && !wanted.has(state.selected)) state.selected = null;
    if (state.selected) select(state.selected, false);
    redraw();
  }
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || typeof data !== "object" || data === null) return;
    if (data.landingPatch) patch(data.landingPatch as FramePatch);
    else if (data.landingSelect !== undefined) {
      if (state.editing && state.editing.block !== data.landingSelect) stop();
      select(typeof data.landingSelect === "string" ? data.landingSelect : null, false);
      reveal(typeof data.landingField === "string" ? data.landingField : null);
    } else if (data.landingSent !== undefined) {
      if (data.landingSent) stop();
      state.sent = data.landingSent as SentView | null;
      showSent(state.sent);
      // The form is back, which moves what follows it.
      if (!state.sent) reveal();
      redraw();
    } else if (typeof data.landingEdit === "string") {
      select(data.landingEdit, false);
      editFirst(data.landingEdit, data.landingExample === true);
    }
  });

  /** Scrolls to the selected block, or to the place in it where a field shows. Fields of an item that show nowhere lead to the item. */
  function reveal(field: string | null = null): void {
    const shown = state.selected ? elementsOf(state.selected) : [];
    const marked = shown.flatMap((element) => [element, ...element.querySelectorAll<HTMLElement>("[data-field]")]);
    const item = /^\w+\.\d+\./.exec(field ?? "")?.[0];
    const exact =
      marked.find((element) => element.dataset.field === field) ??
      marked.find((element) => item !== undefined && element.dataset.field?.startsWith(item));
    const first = (field && exact) || shown[0];
    const { top = 0, bottom = 0, height = 0 } = first?.getBoundingClientRect() ?? {};
    if (field && exact) {
      // On narrow screens, the settings cover the lower half of the page.
      const end = innerWidth < 768 ? innerHeight * 0.4 : innerHeight;
      if (top < 60 || bottom > end) scrollBy({ top: top - Math.max(60, (end - height) / 2), behavior: "instant" });
    } else if (first && (top < 0 || bottom > innerHeight))
      first.scrollIntoView({ block: height > innerHeight ? "start" : "nearest", behavior: "instant" });
  }
  const stay = () => (config.scroll === null ? reveal() : scrollTo({ top: config.scroll, behavior: "instant" }));
  document.documentElement.append(overlay.host);
  const style = document.createElement("style");
  // A missing picture takes the room of a picture. Above the page, the button of a place covers its drawing: here, a click there selects
  // the block.
  style.textContent =
    '.lp-missing[data-field],.lp-initials[data-field]{cursor:pointer}.lp-section .lp-missing:is([data-field="image"],[data-field="picture"]){display:grid;place-items:center;min-height:17rem;width:100%;max-width:none;margin:0;text-align:center;background:var(--surface)}.lp-section .lp-hero-words+.lp-missing[data-field]{margin-top:2.5rem}[data-empty]:not(:has(p,li))::before,[data-empty]>p:only-child::before{content:"Type here"!important;opacity:.55}.lp-section .lp-place .lp-button::after{content:none!important}';
  document.head.append(style);
  stay();
  addEventListener("load", stay, { once: true });
  addEventListener(
    "scroll",
    () => {
      tell({ landingFrame: "scroll", top: scrollY });
      redraw();
    },
    { passive: true },
  );
  addEventListener("resize", redraw);
  new ResizeObserver(redraw).observe(document.body);
  select(config.selected, false);
  tell({ landingFrame: "drawn" });
}
