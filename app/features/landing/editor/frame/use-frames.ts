import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import {
  type FrameAction,
  readFrameMessage,
  readTextField,
} from "../../../../../domain/landing/editor/frame-messages.ts";
import type { LoadedBrand } from "../../lib/brand.ts";
import type { LandingDraft } from "../../lib/landing-draft.ts";
import { blockHtml, editableDocument, frameId, isPatchable, shownDocument } from "./frame-document.ts";
import type { FramePatch } from "./frame-state.ts";
import type { OverlayColors } from "./overlay.ts";
import type { SentView } from "./sent-view.ts";

/** A frame with the draft that it shows. `html` are its blocks. */
type Frame = { number: number; page: string; draft: LandingDraft; html: Map<string, string>; order: string };
/** The last text that someone typed in the frame. */
export type TypedText = { block: string; field: string; value: string };

type Options = {
  draft: LandingDraft;
  /** Another brand than the one of the account that one works in. */
  brand?: LoadedBrand | undefined;
  isEditable: boolean;
  selected: string | null;
  /** The field of the selected block that someone asked to see. */
  field?: string | null;
  /** The settings cover the lower half of the page. */
  isCovered?: boolean;
  /** The form that is shown as it is after sending. */
  sent?: SentView | null;
  onMessage: (message: FrameAction) => void;
  /** What the frame typed last. It has that already. */
  typed: { current: TypedText | null };
};

const DEBOUNCE_MS = 180;
/** Large pages take long to render, so they render less often while the user types. */
const LONG_DEBOUNCE_MS = 900;
const LONG_CONTENT = 200_000;
/** After this time the page is shown, even if its scripts prevent it from finishing to load. */
const TIMEOUT_MS = 1500;

/**
 * Keeps a frame that shows the draft. A change of blocks is sent as a patch. For other changes, the next state loads in a
 * hidden frame and then replaces the visible one, so that nothing flickers.
 */
export function useFrames({
  draft,
  brand,
  isEditable,
  selected,
  field = null,
  isCovered = false,
  sent = null,
  onMessage,
  typed,
}: Options) {
  const scroll = useRef<number | null>(null);
  const make = (number: number): Frame => {
    const page = isEditable
      ? editableDocument(draft, {
          scroll: scroll.current,
          selected: selected && frameId(selected),
          colors: overlayColors(),
        })
      : shownDocument(draft, scroll.current ?? 0, brand);
    return { number, page, draft, ...(isEditable ? drawnBlocks(draft) : { html: new Map(), order: "" }) };
  };
  const [frames, setFrames] = useState<Frame[]>(() => [make(0)]);
  const [shown, setShown] = useState(0);
  const elements = useRef(new Map<number, HTMLIFrameElement>());
  const drawn = useRef(new Set<number>());
  /** A text that someone wants to edit as soon as the next frame is drawn. */
  const awaited = useRef<{ landingEdit: string; landingExample: boolean } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const newest = frames.at(-1) as Frame;

  const post = (number: number, message: object) =>
    elements.current.get(number)?.contentWindow?.postMessage(message, "*");
  const select = (id: string | null) =>
    post(newest.number, { landingSelect: id && frameId(id), landingField: field, landingCovered: isCovered });
  const startAwaited = useEventCallback(() => {
    if (!awaited.current || shown !== newest.number || !drawn.current.has(shown)) return;
    if (newest.draft !== draft && !isPatchable(newest.draft, draft)) return;
    elements.current.get(shown)?.focus();
    post(shown, awaited.current);
    awaited.current = null;
  });
  const showSent = useEventCallback((number: number) =>
    post(number, { landingSent: sent && { ...sent, block: frameId(sent.block) } }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another form or state is news for the frame.
  useEffect(() => {
    showSent(newest.number);
  }, [showSent, sent]);
  const showCovered = useEventCallback(() => post(newest.number, { landingCovered: isCovered }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change is news for the frame.
  useEffect(showCovered, [showCovered, isCovered]);
  const reload = useEventCallback(() => setFrames((all) => [...all.slice(-2), make((all.at(-1)?.number ?? 0) + 1)]));
  const reloadSoon = (wait: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(reload, wait);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Sends the frame what it lacks. */
  const patch = useEventCallback((frame: Frame) => {
    if (!isEditable || frame.draft === draft || !isPatchable(frame.draft, draft)) return;
    const next = drawnBlocks(draft);
    const html: FramePatch["html"] = {};
    for (const [id, text] of next.html) if (frame.html.get(id) !== text) html[id] = text;
    const isSame = Object.keys(html).length === 0 && next.order === frame.order;
    Object.assign(frame, next, { draft });
    if (isSame) return;
    const own = (draft.blocks ?? [])
      .filter((block) => {
        const last = typed.current;
        return last?.block === block.id && readTextField(block, last.field) === last.value;
      })
      .map(({ id }) => frameId(id));
    const order = (draft.blocks ?? []).map(({ id, type }) => ({ id: frameId(id), type }));
    post(frame.number, { landingPatch: { order, html, own } satisfies FramePatch });
  });

  // Before the browser paints, so that a later text of the frame does not come between.
  useLayoutEffect(() => {
    if (newest.draft === draft) return;
    if (isEditable && isPatchable(newest.draft, draft)) {
      clearTimeout(timer.current);
      if (drawn.current.has(newest.number)) patch(newest);
    } else reloadSoon(draft.content.length > LONG_CONTENT ? LONG_DEBOUNCE_MS : DEBOUNCE_MS);
  });

  useEffect(() => {
    if (newest.number === shown) return;
    const timeout = setTimeout(() => setShown(newest.number), TIMEOUT_MS);
    return () => clearTimeout(timeout);
  }, [newest.number, shown]);
  // Remove the frames that were shown before.
  useEffect(() => {
    if (shown > 0) startAwaited();
    setFrames((all) => (all.some(({ number }) => number < shown) ? all.filter(({ number }) => number >= shown) : all));
  }, [shown, startAwaited]);

  const onState = (kind: "ready" | "drawn" | "reload", frame: Frame) => {
    if (kind === "ready") post(frame.number, { landing: frame.page });
    else if (kind === "reload") reloadSoon(DEBOUNCE_MS);
    else {
      // Whoever came from another view wants to see this field.
      if (drawn.current.size === 0 && field) select(selected);
      drawn.current.add(frame.number);
      if (sent) showSent(frame.number);
      setShown((now) => Math.max(now, frame.number));
      patch(frame);
      startAwaited();
    }
  };
  const receive = useEventCallback(({ source, data }: MessageEvent) => {
    const [number, element] = [...elements.current].find(([, each]) => each.contentWindow === source) ?? [];
    const message = readFrameMessage(data);
    const frame = frames.find((each) => each.number === number);
    if (!message || !element || !frame) return;
    if (message.kind === "ready" || message.kind === "drawn" || message.kind === "reload") onState(message.kind, frame);
    else if (message.kind === "scroll") scroll.current = message.top;
    // A frame that is being replaced has nothing to say anymore.
    else if (isEditable && frame.number === newest.number) onMessage(message);
  });
  useEffect(() => {
    addEventListener("message", receive);
    return () => removeEventListener("message", receive);
  }, [receive]);

  return {
    frames,
    shown,
    register(number: number, element: HTMLIFrameElement | null) {
      if (element) elements.current.set(number, element);
      else elements.current.delete(number);
    },
    /** Tells the visible frame which block is selected, and shows it. */
    select,
    /** Shows where a field of the selected block is on the page, if it is there. */
    reveal: (path: string) => post(newest.number, { landingReveal: path, landingCovered: isCovered }),
    /** Starts to edit the first text of a block, once the frame shows it. An example is selected, so that typing replaces it. */
    edit(id: string, isExample = false) {
      awaited.current = { landingEdit: frameId(id), landingExample: isExample };
      startAwaited();
    },
    /** Draws a block again, although the editor's draft is the same. */
    redraw(id: string) {
      newest.html.delete(frameId(id));
      newest.draft = { ...newest.draft };
      patch(newest);
    },
  };
}

/** The colors of the controls above the page: those of the workspace, as the browser computes them for its theme. */
function overlayColors(): OverlayColors {
  const probe = document.body.appendChild(document.createElement("i"));
  const computed = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    "--accent": computed("--accent"),
    "--accent-hover": computed("--accent-hover"),
    "--on-accent": computed("--on-accent"),
  };
  probe.remove();
  return colors;
}

function drawnBlocks({ blocks }: LandingDraft): { html: Map<string, string>; order: string } {
  const html = blockHtml(blocks ?? []);
  const ids = (blocks ?? []).map(({ id }) => frameId(id));
  return { html: new Map(ids.map((id, place) => [id, html[place] ?? ""])), order: ids.join() };
}
