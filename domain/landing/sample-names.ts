import type { Block, BlockType } from "./block-types.ts";
import { itemsOf, textOf } from "./render-parts.ts";
import { templates, tradeTemplates } from "./templates.ts";

/** Kinds of blocks that list people. */
const PEOPLE: ReadonlySet<BlockType> = new Set(["team", "reviews"]);

const nameOf = (from: Parameters<typeof textOf>[0]) => textOf(from, "name").trim();
/** The people of all templates. */
const people = templates.flatMap(({ blocks }) =>
  blocks.filter(({ type }) => PEOPLE.has(type)).flatMap((block) => itemsOf(block).map(nameOf)),
);
/** The businesses of trades. The business of the other templates is the agency itself. */
const businesses = tradeTemplates.flatMap(({ blocks }) => blocks.filter(({ type }) => type === "footer").map(nameOf));

export type SampleName = { kind: "sampleName" | "samplePerson"; what: string };
const KIND_OF = new Map<string, SampleName["kind"]>([
  ...people.map((name) => [name, "samplePerson"] as const),
  ...businesses.map((name) => [name, "sampleName"] as const),
]);
const ANY_NAME = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[...KIND_OF.keys()]
    .filter(Boolean)
    // The longest first, because another one may begin it.
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join("|")})(?![\\p{L}\\p{N}])`,
  "gu",
);

/** The names in a text that templates made up, each once. */
export const findSampleNames = (text: string): SampleName[] =>
  [...new Set([...text.matchAll(ANY_NAME)].map(([name]) => name))].map((what) => ({
    kind: KIND_OF.get(what) ?? "sampleName",
    what,
  }));

const hoursOf = (block: Block) =>
  JSON.stringify(itemsOf(block).map((item) => [textOf(item, "days").trim(), textOf(item, "hours").trim()]));
const HOURS = new Set(
  templates.flatMap(({ blocks }) =>
    blocks.filter((block) => block.type === "map" && itemsOf(block).length > 0).map(hoursOf),
  ),
);

/** Whether the opening hours of a location are all those of a template. One changed line says that someone read them. */
export const hasSampleHours = (block: Block): boolean => block.type === "map" && HOURS.has(hoursOf(block));
