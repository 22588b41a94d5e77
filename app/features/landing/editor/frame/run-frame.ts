import type { dragBlocks } from "./drag-blocks.ts";
import type { FrameBlocks } from "./frame-blocks.ts";
import type { FrameItems } from "./frame-items.ts";
import type { makeFrameKeys } from "./frame-keys.ts";
import type { Frame, FrameConfig, FramePatch, FrameState } from "./frame-state.ts";
import type { Overlay, OverlayActions, OverlayColors } from "./overlay.ts";
import type { listenToPage } from "./page-events.ts";
import type { revealBlock } from "./reveal-block.ts";
import type { SentView } from "./sent-view.ts";
import type { makeTextEditing } from "./text-editing.ts";
import type { TextTools } from "./text-tools.ts";

type Parts = {
  items: FrameItems;
  showSent: (sent: SentView | null) => void;
  tools: TextTools;
  makeOverlay: (actions: OverlayActions, colors: OverlayColors) => Overlay;
  makeTextEditing: typeof makeTextEditing;
  makeFrameKeys: typeof makeFrameKeys;
  dragBlocks: typeof dragBlocks;
  listenToPage: typeof listenToPage;
  revealBlock: typeof revealBlock;
};

/**
 * The page's side of the editor. It marks blocks, edits their text in place and tells the editor. Only changed blocks are
 * replaced, and never the text that someone edits. It refers to nothing outside itself, because its source runs in the
 * frame, beside the page's own scripts: its parts are given to it. So the editor trusts nothing that it says.
 */
export function runFrame(config: FrameConfig, blocks: FrameBlocks, parts: Parts): void {
  const { items, tools, showSent } = parts;
  const tell = (message: Record<string, unknown>) => parent.postMessage(message, "*");
  const state: FrameState = {
    selected: config.selected,
    hovered: null,
    item: null,
    editing: null,
    pending: new Map(),
    timer: 0,
    unsentSince: 0,
    isTouch: false,
    range: null,
    isLinking: false,
    sent: null,
  };
  const frame: Frame = { config, state, tell, redraw, select, replace };
  const text = parts.makeTextEditing(frame, blocks, tools);
  const { fieldsOf, edit, editFirst, caretToEnd, stop, changed, runText } = text;

  const { elementsOf, typeOf, boxOf } = blocks;
  /** The editor's settings cover the lower half. */
  let isCovered = false;
  const overlay = parts.makeOverlay(
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

  let drawing = 0;
  let drawn = "";
  /** Draws the outlines in the next frame. Most letters move nothing, and then the page needs no second layout. */
  function redraw(): void {
    cancelAnimationFrame(drawing);
    drawing = requestAnimationFrame(() => {
      const chosen = state.selected ? boxOf(elementsOf(state.selected)) : null;
      const hovered = state.hovered ? boxOf(elementsOf(state.hovered)) : null;
      const { editing } = state;
      const isRich = editing?.kind === "rich";
      const textBox = isRich ? boxOf([editing.element]) : null;
      const marks = isRich ? pressed() : [];
      const type = typeOf(state.selected ?? "");
      const align = config.aligned.includes(type) ? alignOf(state.selected ?? "") : null;
      const view = [scrollY, document.documentElement.clientWidth, state.selected, state.hovered, state.isTouch];
      const item = shownItem();
      const card = item && items.cardOf(item);
      const cardBox = card && boxOf([card.element]);
      const next = JSON.stringify([view, chosen, hovered, textBox, marks, type, align, item, cardBox, card]);
      if (next === drawn) return;
      drawn = next;
      overlay.showChosen(chosen, config.names[type] ?? "", align);
      overlay.showHover(state.hovered === state.selected ? null : hovered);
      overlay.showPlus(state.isTouch ? chosen : (hovered ?? chosen));
      overlay.showTools(textBox, marks);
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
  const onKey = parts.makeFrameKeys(frame, text, overlay);
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

  parts.dragBlocks(overlay, {
    ids: blocks.ids,
    boxOf: (id) => boxOf(elementsOf(id)),
    begin() {
      stop();
      return state.selected;
    },
    drop: (block, before) => tell({ landingFrame: "move", block, before }),
  });

  parts.listenToPage(frame, { blocks, items, tools, text, overlay, onKey });

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
    if (typeof data.landingCovered === "boolean") isCovered = data.landingCovered;
    if (data.landingPatch) patch(data.landingPatch as FramePatch);
    else if (data.landingSelect !== undefined) {
      if (state.editing && state.editing.block !== data.landingSelect) stop();
      select(typeof data.landingSelect === "string" ? data.landingSelect : null, false);
      reveal(typeof data.landingField === "string" ? data.landingField : null);
    } else if (typeof data.landingReveal === "string") reveal(data.landingReveal, true);
    // The room after the page goes when the settings close.
    else if (data.landingCovered === false) reveal(null, true);
    else if (data.landingSent !== undefined) {
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

  const reveal = (field: string | null = null, isFieldOnly = false) =>
    parts.revealBlock(state.selected ? elementsOf(state.selected) : [], field, isFieldOnly, isCovered);
  const stay = () => (config.scroll === null ? reveal() : scrollTo({ top: config.scroll, behavior: "instant" }));
  document.documentElement.append(overlay.host);
  const style = document.createElement("style");
  // A missing picture takes the room of a picture. Above the page, the button of a place covers its drawing: here, a click there selects
  // the block.
  style.textContent =
    '.lp-missing[data-field],.lp-initials[data-field]{cursor:pointer}.lp-section .lp-missing:is([data-field="image"],[data-field="picture"]){display:grid;place-items:center;min-height:17rem;width:100%;max-width:none;margin:0;text-align:center;background:var(--surface)}.lp-section .lp-hero-words+.lp-missing[data-field]{margin-top:2.5rem}[data-empty]:not(:has(p,li))::before,[data-empty]>p:only-child::before{content:"Type here"!important;opacity:.55}[data-step]>legend[data-empty]::before{content:"Step title"!important}.lp-section .lp-place .lp-button::after{content:none!important}';
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
