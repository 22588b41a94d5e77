import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { type FrameAction, readTextField, writeTextField } from "../../../../domain/landing/editor/frame-messages.ts";
import { frameId } from "./frame/frame-document.ts";
import { type TypedText, useFrames } from "./frame/use-frames.ts";
import { PageFrame } from "./page-frame.tsx";
import type { Blocks } from "./use-blocks.ts";
import type { EditorState } from "./use-editor.ts";

export type CanvasHandle = {
  /** Starts to edit a block's first text in place. The first letter replaces an example. */
  edit: (id: string, isExample?: boolean) => void;
  /** Shows where a field of the selected block is. */
  reveal: (path: string) => void;
};

type Props = {
  editor: EditorState;
  blocks: Blocks;
  ref: Ref<CanvasHandle>;
  /** The settings cover the lower half of the page. */
  isCovered: boolean;
  /** Opens the library, to add a block at this place. */
  onAdd: (place: number) => void;
  /** Someone pressed Escape in the page. */
  onLeave: () => void;
  onSettings: () => void;
  /** Someone clicked an empty place for a picture. */
  onPicture: (block: string, field: string) => void;
};

/** Texts may still arrive shortly after someone clicked outside the frame. */
const LAST_WORDS_MS = 1000;

/** The page itself. Texts are edited in it, in place. */
export function Canvas({ editor, blocks, ref, isCovered, onAdd, onLeave, onSettings, onPicture }: Props) {
  const { history } = editor;
  const typed = useRef<TypedText | null>(null);
  /** The text that is edited, as it was before. */
  const begun = useRef<TypedText | null>(null);
  const fromFrame = useRef<string | null>(null);
  const isPresent = usePresence();

  const onMessage = useEventCallback((message: FrameAction) => {
    // A page's scripts can send the same messages. They change nothing while no one works in the page.
    if (!isPresent()) return;
    if (message.kind === "key" && message.key === "save") return void editor.save.flush();
    if (message.kind === "key" && (message.key === "undo" || message.key === "redo")) {
      // The frame does not show what comes next.
      typed.current = null;
      return history[message.key]();
    }
    if (message.kind === "key" && message.key === "leave") return onLeave();
    const place = blocks.list.findIndex(({ id }) => frameId(id) === message.block);
    const block = blocks.list[place];
    if (!block) return;
    const { id } = block;
    if (message.kind === "select" || message.kind === "focus") {
      fromFrame.current = id;
      blocks.actions.select(id);
      if (message.kind === "focus")
        begun.current = { block: id, field: message.field, value: readTextField(block, message.field) ?? "" };
    } else if (message.kind === "picture") onPicture(id, message.field);
    else if (message.kind === "add") onAdd(message.after ? place + 1 : place);
    else if (message.kind === "move") {
      const next = message.before
        ? blocks.list.findIndex((other) => frameId(other.id) === message.before)
        : blocks.list.length;
      if (next >= 0) blocks.actions.move(id, next > place ? next - 1 : next);
    } else if (message.kind === "item") {
      const { list, place: from, action } = message;
      if (action === "remove") blocks.actions.removeItem(id, list, from);
      else blocks.actions.moveItem(id, list, from, action === "back" ? from - 1 : from + 1);
    } else if (message.kind === "align") {
      if ("align" in block) blocks.actions.edit(id, "align", message.value);
    } else if (message.kind === "edit") write(block, message);
    else if (message.key === "up") blocks.actions.move(id, place - 1);
    else if (message.key === "down") blocks.actions.move(id, place + 1);
    else if (message.key === "duplicate") blocks.actions.duplicate(id);
    else if (message.key === "remove") blocks.actions.remove(id);
    else if (message.key === "settings") onSettings();
  });

  function write(block: Blocks["list"][number], { field, text }: FrameAction & { kind: "edit" }): void {
    const before = begun.current?.block === block.id && begun.current.field === field ? begun.current.value : "";
    const next = writeTextField(block, field, text, before || (readTextField(block, field) ?? ""));
    if (!next) {
      typed.current = null;
      blocks.actions.announce("This text is too long, so it wasn't changed");
      frames.redraw(block.id);
      return;
    }
    typed.current = { block: block.id, field, value: readTextField(next, field) ?? "" };
    if (readTextField(block, field) !== typed.current.value) blocks.actions.replace(next, `block:${block.id}:${field}`);
  }

  const frames = useFrames({
    draft: history.draft,
    isEditable: true,
    selected: blocks.selected,
    field: editor.wanted?.path ?? null,
    isCovered,
    sent: editor.sentBlock,
    onMessage,
    typed,
  });

  const { selected } = blocks;
  const { timesSelected } = editor;
  const select = useEventCallback(frames.select);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever selects the same block again wants to see it.
  useEffect(() => {
    // A block that was clicked in the page is marked already.
    if (fromFrame.current !== selected) select(selected);
    fromFrame.current = null;
  }, [selected, timesSelected, select]);

  useImperativeHandle(ref, () => ({ edit: frames.edit, reveal: frames.reveal }));

  return <PageFrame title="Page preview" frames={frames} />;
}

/** Whether someone works in the frame, or did until just now. */
function usePresence() {
  const left = useRef(Number.NEGATIVE_INFINITY);
  const wasIn = useRef(false);
  const note = useEventCallback(() => {
    const isIn = document.activeElement instanceof HTMLIFrameElement;
    if (wasIn.current && !isIn) left.current = performance.now();
    wasIn.current = isIn;
    return isIn;
  });
  useEffect(() => {
    for (const name of ["focusin", "blur", "focus"]) addEventListener(name, note);
    return () => {
      for (const name of ["focusin", "blur", "focus"]) removeEventListener(name, note);
    };
  }, [note]);
  return () => note() || performance.now() - left.current < LAST_WORDS_MS;
}
