import type { TextKind } from "../../../../../domain/landing/editor/frame-messages.ts";
import type { FrameItem } from "./frame-items.ts";
import type { OverlayColors } from "./overlay.ts";
import type { SentView } from "./sent-view.ts";

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

/** What the frame knows about the moment. */
export type FrameState = {
  selected: string | null;
  hovered: string | null;
  /** The item under the pointer, or the one that was tapped. */
  item: FrameItem | null;
  editing: { element: HTMLElement; block: string; field: string; kind: TextKind; sent: string } | null;
  /** Newer HTML of blocks whose text is edited. */
  pending: Map<string, string>;
  timer: number;
  unsentSince: number;
  isTouch: boolean;
  range: Range | null;
  isLinking: boolean;
  sent: SentView | null;
};

/** What the parts of the frame's script share. */
export type Frame = {
  config: FrameConfig;
  state: FrameState;
  tell: (message: Record<string, unknown>) => void;
  redraw: () => void;
  select: (id: string | null, isOwn: boolean) => void;
  replace: (id: string, html: string) => void;
};
