import type { MouseEvent } from "react";
import type { LeadRow } from "../lib/lead-row.ts";
import type { Selection } from "../lib/use-selection.ts";

/** How cards look and what a click on them does, the same in every column. */
export type CardOptions = {
  now: number;
  selection: Selection;
  openId: string;
  hrefOf: (leadId: string) => string;
  onOpen: (lead: LeadRow, event: MouseEvent) => void;
};
