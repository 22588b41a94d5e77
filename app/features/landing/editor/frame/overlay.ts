import type { Box } from "./frame-blocks.ts";

export type TextCommand = "bold" | "italic" | "list";
export type Align = "left" | "center";
export type ItemAction = "back" | "forward" | "remove";
/** An item of a list: what people call it, and where it can move. `isAcross` is whether its list goes from left to right. */
export type ItemView = { name: string; isFirst: boolean; isLast: boolean; isAcross: boolean };
export type OverlayActions = {
  isEditing: () => boolean;
  onAdd: (after: boolean) => void;
  onKey: (key: "up" | "down" | "duplicate" | "remove" | "settings") => void;
  /** For the item that `showItem` was called with last. */
  onItem: (action: ItemAction) => void;
  onText: (command: TextCommand) => void;
  onAlign: (align: Align) => void;
  /** An empty address removes the link. */
  onLink: (address: string) => void;
  /** The link field took the selection, or gives it back. */
  onLinkField: (isOpen: boolean) => void;
};
/** The accent of the workspace, by the name of its token. */
export type OverlayColors = Record<"--accent" | "--accent-hover" | "--on-accent", string>;
export type Overlay = ReturnType<typeof makeOverlay>;

/**
 * Outlines and controls above the page, in a shadow tree that the page's styles do not reach. Positions are those of the
 * document, so that nothing runs while someone scrolls. It refers to nothing outside itself, because its source runs in the
 * frame.
 */
export function makeOverlay(actions: OverlayActions, colors: OverlayColors) {
  const icon = (path: string) =>
    `<svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;
  const ICONS = {
    plus: '<path d="M12 5v14M5 12h14"/>',
    up: '<path d="m5 12 7-7 7 7M12 19V5"/>',
    down: '<path d="m19 12-7 7-7-7M12 5v14"/>',
    copy: '<rect x="9" y="9" width="12" height="12" rx="2"/><path d="M5 15H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1"/>',
    trash: '<path d="M3 6h18M8 6V4h8v2M19 6l-1 14H6L5 6"/>',
    settings: '<path d="M4 8h10M18 8h2M4 16h2M10 16h10"/><circle cx="16" cy="8" r="2"/><circle cx="8" cy="16" r="2"/>',
    bold: '<path d="M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z"/>',
    italic: '<path d="M19 4h-9M14 20H5M15 4 9 20"/>',
    link: '<path d="M10 13a5 5 0 0 0 7 0l3-3a5 5 0 0 0-7-7l-1 1M14 11a5 5 0 0 0-7 0l-3 3a5 5 0 0 0 7 7l1-1"/>',
    list: '<path d="M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01"/>',
    left: '<path d="M4 6h16M4 12h10M4 18h13"/>',
    center: '<path d="M4 6h16M7 12h10M5.5 18h13"/>',
    grip: '<path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01"/>',
  };
  const host = document.createElement("landing-overlay");
  host.style.cssText =
    "all:initial!important;position:absolute!important;inset:0 auto auto 0!important;width:100%!important;height:0!important;z-index:2147483647!important;display:block!important";
  for (const [token, color] of Object.entries(colors)) host.style.setProperty(token, color);
  const root = host.attachShadow({ mode: "open" });
  root.innerHTML = `<style>
*{box-sizing:border-box}
[hidden]{display:none!important}
.box{position:absolute;pointer-events:none;border:2px solid var(--accent);border-radius:2px;outline:1px solid #fff9}
.hover{border:1.5px solid color-mix(in srgb,var(--accent) 60%,transparent)}
.item{border:1.5px dashed var(--accent);border-radius:4px}
.bar,.tools{position:absolute;display:flex;align-items:center;gap:1px;padding:3px;border-radius:9px;background:#16181f;color:#f4f2ee;box-shadow:0 1px 2px #0006,0 8px 24px #0004;font:500 12px/1 system-ui,sans-serif;white-space:nowrap}
.bar span{padding:0 8px 0 2px}
.item-bar{gap:0;padding:2px}
.item-bar button{width:28px;height:28px}
.across [data-item=back] svg,.across [data-item=forward] svg{rotate:-90deg}
button:disabled{color:#6b6f7c;background:none;cursor:default}
button{all:unset;box-sizing:border-box;display:grid;place-items:center;width:30px;height:30px;border-radius:6px;cursor:pointer;color:#d5d7de}
button:hover{background:#2b2e38;color:#fff}
button:focus-visible{outline:2px solid #fff;outline-offset:-2px}
button[aria-pressed=true]{background:var(--accent);color:var(--on-accent)}
.grip{cursor:grab;touch-action:none}
.grip:active{cursor:grabbing;background:#2b2e38}
.drop{position:absolute;height:4px;margin-top:-2px;border-radius:2px;background:var(--accent);box-shadow:0 0 0 2px #fff,0 1px 6px #0006;pointer-events:none}
.line{width:1px;height:18px;margin:0 3px;background:#3a3d48}
.plus{position:absolute;width:28px;height:28px;margin:-14px 0 0 -14px;border-radius:50%;background:var(--accent);color:var(--on-accent);box-shadow:0 0 0 3px #fff,0 2px 8px #0005}
.plus:hover{background:var(--accent-hover);color:var(--on-accent)}
form{display:flex;gap:2px}
input{all:unset;box-sizing:border-box;width:210px;height:30px;padding:0 9px;border-radius:6px;background:#2b2e38;color:#fff;font:400 13px/1 system-ui,sans-serif;cursor:text}
input:focus-visible{outline:2px solid #fff}
input::placeholder{color:#a9adb8}
form button{width:auto;padding:0 10px}
@media (pointer:coarse){button,.item-bar button{width:40px;height:40px}.plus{width:40px;height:40px;margin:-20px 0 0 -20px}}
@media (width < 480px){.bar span{display:none}input{width:150px}}
</style>
<div class="box hover" hidden></div><div class="box chosen" hidden></div><div class="box item" hidden></div><div class="drop" hidden></div>
<button class="plus before" type="button" aria-label="Add a block above" hidden>${icon(ICONS.plus)}</button>
<button class="plus after" type="button" aria-label="Add a block below" hidden>${icon(ICONS.plus)}</button>
<div class="bar" role="toolbar" hidden><button class="grip" type="button" tabindex="-1" aria-hidden="true" title="Drag to move">${icon(ICONS.grip)}</button><span></span>
<button type="button" data-align="left" aria-label="Align left">${icon(ICONS.left)}</button><button type="button" data-align="center" aria-label="Center">${icon(ICONS.center)}</button><i class="line" data-align></i><button type="button" data-key="up" aria-label="Move up">${icon(ICONS.up)}</button><button type="button" data-key="down" aria-label="Move down">${icon(ICONS.down)}</button><button type="button" data-key="duplicate" aria-label="Duplicate block">${icon(ICONS.copy)}</button><button type="button" data-key="remove" aria-label="Delete block">${icon(ICONS.trash)}</button><button type="button" data-key="settings" aria-label="Block settings">${icon(ICONS.settings)}</button></div>
<div class="bar item-bar" role="toolbar" hidden><button type="button" data-item="back">${icon(ICONS.up)}</button><button type="button" data-item="forward">${icon(ICONS.down)}</button><button type="button" data-item="remove">${icon(ICONS.trash)}</button></div>
<div class="tools" role="toolbar" aria-label="Formatting" hidden>
<button type="button" data-text="bold" aria-label="Bold">${icon(ICONS.bold)}</button><button type="button" data-text="italic" aria-label="Italic">${icon(ICONS.italic)}</button><button type="button" data-link aria-label="Link">${icon(ICONS.link)}</button><button type="button" data-text="list" aria-label="List">${icon(ICONS.list)}</button>
<form hidden><input type="text" inputmode="url" aria-label="Link address" placeholder="https://… or #form" maxlength="2000" autocapitalize="none" spellcheck="false"><button type="submit">Apply</button></form></div>`;
  const get = <Type extends HTMLElement>(selector: string) => root.querySelector(selector) as Type;
  const parts = {
    hover: get(".hover"),
    chosen: get(".chosen"),
    before: get(".before"),
    after: get(".after"),
    bar: get(".bar"),
    grip: get(".grip"),
    drop: get(".drop"),
    name: get(".bar span"),
    item: get(".item"),
    itemBar: get(".item-bar"),
    tools: get(".tools"),
    form: get<HTMLFormElement>("form"),
    input: get<HTMLInputElement>("input"),
  };
  const place = (element: HTMLElement, box: Box | null) => {
    element.hidden = box === null;
    if (!box) return;
    element.style.top = `${box.top}px`;
    element.style.left = `${box.left}px`;
    element.style.width = `${box.width}px`;
    element.style.height = `${box.height}px`;
  };
  const put = (element: HTMLElement, top: number, left: number) => {
    element.hidden = false;
    element.style.top = `${top}px`;
    element.style.left = `${left}px`;
  };
  // The selection stays in the text when someone presses a control.
  root.addEventListener("mousedown", (event) => {
    if (event.target !== parts.input && actions.isEditing()) event.preventDefault();
  });
  root.addEventListener("click", (event) => {
    const button = (event.target as Element).closest("button");
    if (!button || button.closest("form")) return;
    if (button === parts.before || button === parts.after) actions.onAdd(button === parts.after);
    else if (button.dataset.key) actions.onKey(button.dataset.key as "up");
    else if (button.dataset.item) actions.onItem(button.dataset.item as ItemAction);
    else if (button.dataset.align) actions.onAlign(button.dataset.align as Align);
    else if (button.dataset.text) actions.onText(button.dataset.text as TextCommand);
    else if (button.dataset.link !== undefined) openLink("");
  });
  parts.form.addEventListener("submit", (event) => {
    event.preventDefault();
    closeLink();
    actions.onLink(parts.input.value.trim());
  });
  parts.input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key !== "Escape") return;
    event.preventDefault();
    closeLink();
  });
  function openLink(address: string): void {
    actions.onLinkField(true);
    parts.input.value = address;
    parts.form.hidden = false;
    parts.input.focus();
    parts.input.select();
  }
  function closeLink(): void {
    parts.form.hidden = true;
    actions.onLinkField(false);
  }
  const toolbarTop = (top: number) => Math.max(scrollY + 6, top);
  return {
    host,
    grip: parts.grip,
    /** The line where a dragged block would land. */
    showDrop(box: Box | null) {
      parts.chosen.style.background = box ? "color-mix(in srgb, var(--accent) 12%, transparent)" : "";
      parts.drop.hidden = box === null;
      if (!box) return;
      put(parts.drop, Math.max(2, box.top), box.left + 12);
      parts.drop.style.width = `${box.width - 24}px`;
    },
    openLink,
    showHover: (box: Box | null) => place(parts.hover, box),
    /** The outline and the toolbar of the selected block. `align` is null for kinds that can't be aligned. */
    showChosen(box: Box | null, name: string, align: Align | null) {
      place(parts.chosen, box);
      parts.bar.hidden = box === null;
      if (!box) return;
      for (const each of parts.bar.querySelectorAll<HTMLElement>("[data-align]")) {
        each.hidden = align === null;
        if (each.dataset.align) each.setAttribute("aria-pressed", String(each.dataset.align === align));
      }
      parts.name.textContent = name;
      parts.bar.setAttribute("aria-label", name);
      const { width, height } = parts.bar.getBoundingClientRect();
      const right = Math.min(box.left + box.width, document.documentElement.clientWidth);
      put(
        parts.bar,
        Math.max(box.top + 8, Math.min(scrollY + 8, box.top + box.height - height - 8)),
        Math.max(4, right - width - 8),
      );
    },
    /** The + above and below a block. */
    showPlus(box: Box | null) {
      parts.before.hidden = box === null;
      parts.after.hidden = box === null;
      if (!box) return;
      const middle = box.left + box.width / 2;
      const room = parts.before.offsetWidth / 2 + 4;
      put(parts.before, Math.max(room, box.top), middle);
      // On a narrow page the toolbar reaches the middle, so the + goes beside it, or above one that fills the page.
      const bar = parts.bar.getBoundingClientRect();
      const plus = parts.before.getBoundingClientRect();
      if (!parts.bar.hidden && plus.right > bar.left && plus.bottom > bar.top && plus.top < bar.bottom) {
        const [beside, above, below] = [bar.left - room - 4, scrollY + bar.top - room, scrollY + bar.bottom + room];
        if (beside >= room) put(parts.before, Math.max(room, box.top), beside);
        else if (above >= room) put(parts.before, above, middle);
        // At the top of the page, the edge is better than a place above the words of the block.
        else if (bar.left >= plus.width) put(parts.before, Math.max(room, box.top), plus.width / 2);
        else put(parts.before, below, middle);
      }
      put(parts.after, box.top + box.height, box.left + box.width / 2);
    },
    /** The outline and the toolbar of an item of a list. */
    showItem(box: Box | null, { name, isFirst, isLast, isAcross }: ItemView) {
      place(parts.item, box);
      parts.itemBar.hidden = box === null;
      if (!box) return;
      const words = { back: `Move ${name} back`, forward: `Move ${name} forward`, remove: `Remove ${name}` };
      parts.itemBar.setAttribute("aria-label", name);
      parts.itemBar.classList.toggle("across", isAcross);
      for (const button of parts.itemBar.querySelectorAll("button")) {
        const action = button.dataset.item as ItemAction;
        button.setAttribute("aria-label", words[action]);
        button.title = words[action];
        button.disabled = action === "back" ? isFirst : action === "forward" && isLast;
      }
      const { width, height } = parts.itemBar.getBoundingClientRect();
      const right = Math.min(box.left + box.width, document.documentElement.clientWidth);
      const left = Math.max(4, right - width - 6);
      put(parts.itemBar, toolbarTop(box.top - height / 2), left);
      // Below the toolbar of the block, where both have little room.
      const own = parts.itemBar.getBoundingClientRect();
      const other = parts.bar.getBoundingClientRect();
      const isOver =
        own.left < other.right && own.right > other.left && own.top < other.bottom && own.bottom > other.top;
      if (!parts.bar.hidden && isOver) put(parts.itemBar, scrollY + other.bottom + 4, left);
    },
    /** The toolbar of the formatted text that is edited. */
    showTools(box: Box | null, pressed: readonly string[]) {
      parts.tools.hidden = box === null;
      if (!box) return;
      for (const each of parts.tools.querySelectorAll<HTMLElement>("button[data-text],button[data-link]"))
        each.setAttribute("aria-pressed", String(pressed.includes(each.dataset.text ?? "link")));
      const { width, height } = parts.tools.getBoundingClientRect();
      const most = document.documentElement.clientWidth - width - 8;
      put(parts.tools, toolbarTop(box.top - height - 10), Math.max(8, Math.min(box.left + box.width - width, most)));
    },
    hasFocus: () => root.activeElement !== null,
  };
}
