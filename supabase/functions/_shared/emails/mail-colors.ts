import { createContext } from "react";
import type { AccentShades } from "../../../../domain/accent.ts";

export const INK = "#0b0c10";
export const BODY = "#33343a";
export const QUIET = "#5c5d64";
/** The product's own shades: the same in both themes. */
export const OWN: AccentShades = {
  fill: "#f96c1b",
  hover: "#f96c1b",
  press: "#f96c1b",
  on: INK,
  ink: "#a33c00",
  tint: "#fff3ec",
};
export const AccentContext = createContext<AccentShades>(OWN);
/** A long word must not widen the email. */
export const WRAP = { overflowWrap: "anywhere", wordBreak: "break-word" } as const;
