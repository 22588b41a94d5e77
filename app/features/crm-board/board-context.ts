import { createContext } from "react";
import type { LeadRow } from "~/shared/crm/lead-row.ts";

export type BoardHandlers = {
  stages: { key: string; label: string }[];
  /** Moves cards; Lost asks for the reason, Won offers what comes with it. */
  onMove: (leads: LeadRow[], stage: string) => void;
};

export const BoardContext = createContext<BoardHandlers>({ stages: [], onMove: () => {} });
