import { safeSessionStorage } from "~/shared/safe-storage.ts";
import type { Block } from "../../../../domain/landing/block-types.ts";
import { blocksToHtml, readBlocks } from "../../../../domain/landing/blocks.ts";
import { type LandingDraft, toDraft } from "../lib/landing-draft.ts";
import { isSameDraft } from "./draft.ts";

export type History = { past: LandingDraft[]; present: LandingDraft; future: LandingDraft[] };

/** So many steps survive a reload. */
const STORED_STEPS = 50;
/** A browser gives a site about 5 MB. Older steps make room. */
const MAX_CHARACTERS = 1_000_000;
const SHORT = 40;

const storageKey = (pageId: string) => `landing-history:${pageId}`;

/** Long texts and blocks are stored once, and each step names their places. The HTML of blocks is not stored. */
type Stored = { texts: string[]; steps: Record<string, unknown>[]; at: number };

/** Keeps the steps around the present for a reload of this tab. */
export function saveHistory(pageId: string, { past, present, future }: History): boolean {
  const near = past.slice(-STORED_STEPS);
  const steps = [...near, present, ...future.slice(0, STORED_STEPS - near.length)];
  for (let from = 0; from <= near.length; from = Math.max(from + 1, Math.ceil((from + near.length) / 2))) {
    const text = JSON.stringify(pack(steps.slice(from), near.length - from));
    if (text.length <= MAX_CHARACTERS && safeSessionStorage.write(storageKey(pageId), text)) return true;
    if (from === near.length) break;
  }
  safeSessionStorage.remove(storageKey(pageId));
  return false;
}

/** The kept steps around the stored draft. Without history, if the draft is none of them: someone else changed it since. */
export function loadHistory(pageId: string, stored: LandingDraft): History {
  const none = { past: [], present: stored, future: [] };
  try {
    const kept = safeSessionStorage.readJson(storageKey(pageId)) as Stored | null;
    if (!kept || !Array.isArray(kept.steps) || !Array.isArray(kept.texts)) return none;
    const steps = kept.steps.map((step) => unpack(step, kept.texts));
    const places = steps.flatMap((step, place) => (isSameDraft(step, stored) ? [place] : []));
    const place = places.toSorted((one, other) => Math.abs(one - kept.at) - Math.abs(other - kept.at))[0];
    if (place === undefined) return none;
    return { past: steps.slice(0, place), present: stored, future: steps.slice(place + 1) };
  } catch {
    return none;
  }
}

/** The JSON of blocks. A step shares all blocks but one with the step before. */
const written = new WeakMap<Block, string>();

function jsonOf(block: Block): string {
  const text = written.get(block) ?? JSON.stringify(block);
  written.set(block, text);
  return text;
}

function pack(steps: readonly LandingDraft[], at: number): Stored {
  const places = new Map<string, number>();
  const placeOf = (text: string) => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  const packed = steps.map(({ content, blocks, ...rest }) => ({
    ...Object.fromEntries(
      Object.entries({ ...rest, ...(!blocks && { content }) }).map(([name, value]) => [
        name,
        typeof value === "string" && value.length > SHORT ? { text: placeOf(value) } : value,
      ]),
    ),
    blocks: blocks?.map((block) => placeOf(jsonOf(block))) ?? null,
  }));
  return { texts: [...places.keys()], steps: packed, at };
}

function unpack(step: Record<string, unknown>, texts: readonly string[]): LandingDraft {
  const textAt = (place: unknown): string => {
    const text = typeof place === "number" ? texts[place] : undefined;
    if (text === undefined) throw new Error("A text is missing");
    return text;
  };
  const plain = Object.fromEntries(
    Object.entries(step).map(([name, value]) => [
      name,
      typeof value === "object" && value !== null && "text" in value ? textAt(value.text) : value,
    ]),
  );
  const blocks = Array.isArray(step.blocks) ? step.blocks.map((place) => JSON.parse(textAt(place))) : null;
  const read = blocks && readBlocks(blocks);
  if (blocks && !read) throw new Error("A block is of an unknown kind");
  const content = read ? blocksToHtml(read) : plain.content;
  if (typeof content !== "string") throw new Error("The content is missing");
  return toDraft({ ...plain, blocks: read, content } as unknown as Parameters<typeof toDraft>[0]);
}
