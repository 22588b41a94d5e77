import { createContext, type MouseEvent } from "react";
import type { LeadRow } from "../lib/lead-types.ts";
import type { Selection } from "../lib/use-selection.ts";

type BoardHandlers = {
  stages: { key: string; label: string }[];
  /** Moves cards. Lost opens a dialog for the reason. Won offers the next step. */
  onMove: (leads: LeadRow[], stage: string) => void;
  /** The same from a card's menu: the focus moves with the card. */
  onMenuMove: (leads: LeadRow[], stage: string) => void;
};

export const BoardContext = createContext<BoardHandlers>({ stages: [], onMove: () => {}, onMenuMove: () => {} });

/** Options that all cards share. */
export type CardOptions = {
  now: number;
  selection: Selection;
  openId: string;
  hrefOf: (leadId: string) => string;
  onOpen: (lead: LeadRow, event: MouseEvent) => void;
};
