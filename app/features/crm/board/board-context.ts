import { createContext } from "react";
import type { LeadRow } from "../lib/lead-row.ts";

export type BoardHandlers = {
  stages: { key: string; label: string }[];
  /** Moves cards; Lost asks for the reason, Won offers what comes with it. */
  onMove: (leads: LeadRow[], stage: string) => void;
};

export const BoardContext = createContext<BoardHandlers>({ stages: [], onMove: () => {} });
