import type { Block } from "./block-types.ts";
import { lacksLines } from "./render-hero-image.ts";

/** They say what belongs there, in a chat and in a report. */
const SAMPLE_LINES = ["First", "Second", "Third"].map((place) => ({
  text: `${place} message or label`,
  detail: "Time or value",
  ours: place === "Second",
}));

/** A block with another value in a field. An illustration that someone chooses starts with sample lines, because it is drawn from them. */
export function withField(block: Block, name: string, value: Block[string]): Block {
  const changed: Block = { ...block, [name]: value };
  const isChosen = block.type === "hero" && name === "picture" && lacksLines(changed);
  return isChosen ? { ...changed, lines: SAMPLE_LINES.map((line) => ({ ...line })) } : changed;
}
