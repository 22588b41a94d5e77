import type { CSSProperties } from "react";
import { type AccentShades, deriveAccent } from "../../../domain/accent.ts";

/** Tokens of app/tokens.css with their shade. */
const TOKENS = {
  "--accent": "fill",
  "--accent-hover": "hover",
  "--accent-press": "press",
  "--on-accent": "on",
  "--accent-ink": "ink",
  "--accent-tint": "tint",
} as const satisfies Record<string, keyof AccentShades>;

const bothThemes = ({ light, dark }: Record<"light" | "dark", AccentShades>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(TOKENS).map(([token, shade]) => [token, `light-dark(${light[shade]},${dark[shade]})`]),
  );

/** The same tokens for one element of a page in another color; none without an account's own color. */
export function accentTokens(accent: string | null): CSSProperties {
  const shades = accent ? deriveAccent(accent) : null;
  return shades ? bothThemes(shades) : {};
}

/** The page in an account's color, in both themes. Nothing changes without one, or with one that has no readable shades. */
export function AccentStyle({ accent }: { accent: string | null }) {
  const shades = accent ? deriveAccent(accent) : null;
  if (!shades) return null;
  const lines = Object.entries(bothThemes(shades)).map(([token, value]) => `${token}:${value}`);
  // In forced colors, the tokens stay those of the system.
  return <style>{`@media (forced-colors:none){:root,[data-theme],.on-ink,.on-paper{${lines.join(";")}}}`}</style>;
}

/** The same tokens for one element in one theme, such as a preview. */
export const accentProperties = (shades: AccentShades): CSSProperties =>
  Object.fromEntries(Object.entries(TOKENS).map(([token, shade]) => [token, shades[shade]]));
