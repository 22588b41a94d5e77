import type { Block, BlockType } from "./block-types.ts";
import { itemsOf, textOf } from "./render-parts.ts";
import { templates, tradeTemplates } from "./templates.ts";
import { cityOf, escapePattern } from "./with-business.ts";

/** Kinds of blocks that list people. */
const PEOPLE: ReadonlySet<BlockType> = new Set(["team", "reviews"]);

const hasWord = (text: string, word: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(word)}(?![\\p{L}\\p{N}])`, "u").test(text);

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
    .map(escapePattern)
    .join("|")})(?![\\p{L}\\p{N}])`,
  "gu",
);

/** The names in a text that templates made up, each once. */
export const findSampleNames = (text: string): SampleName[] =>
  [...new Set([...text.matchAll(ANY_NAME)].map(([name]) => name))].map((what) => ({
    kind: KIND_OF.get(what) ?? "sampleName",
    what,
  }));

/** Places that a trade's template names besides the city of its address. */
const AREAS = ["West Sacramento", "Elk Grove", "Davis", "Folsom"];
/** The texts of trades' templates that name a city, whatever the business in them is called by now. */
const TEXTS_WITH_CITY = tradeTemplates.flatMap(({ description, blocks }) => {
  const name = blocks.filter(({ type }) => type === "footer").map(nameOf)[0] ?? "";
  const city = cityOf(blocks.map((block) => textOf(block, "contact")).join("\n"));
  const fields = blocks.flatMap((block) => [block, ...Object.values(block).filter(Array.isArray).flat()]);
  const texts = [description, ...fields.flatMap(Object.values)];
  return texts.flatMap((text) => {
    const cities = [...AREAS, city].filter((place) => typeof text === "string" && place && hasWord(text, place));
    // A page that knows its city has it in place of the template's, beside the places around that one.
    const replaced = [name, ...(cities.length > 1 ? [city] : [])].filter(Boolean);
    const pattern = replaced.reduce(
      (words, own) => words.replaceAll(escapePattern(own), ".+"),
      escapePattern(String(text).trim()),
    );
    return cities.length > 0 ? [{ pattern: new RegExp(`^${pattern}$`), cities }] : [];
  });
});

/** The cities that a text names only because a template did. */
export const findSampleCities = (text: string): string[] =>
  TEXTS_WITH_CITY.find(({ pattern }) => pattern.test(text.trim()))?.cities.filter((city) => hasWord(text, city)) ?? [];

const offersOf = (block: Block) =>
  itemsOf(block).map((item, place) => ({ place, price: textOf(item, "price").trim(), name: nameOf(item) }));
const SAMPLE_OFFERS = new Set(
  tradeTemplates.flatMap(({ blocks }) =>
    blocks
      .filter(({ type }) => type === "pricing")
      .flatMap((block) => offersOf(block).map(({ name, price }) => `${name}\n${price}`)),
  ),
);

/** The prices of offers that are still those of a template, each with the place of its offer. */
export const findSamplePrices = (block: Block): { price: string; place: number }[] =>
  block.type === "pricing" ? offersOf(block).filter(({ name, price }) => SAMPLE_OFFERS.has(`${name}\n${price}`)) : [];

const hoursOf = (block: Block) =>
  JSON.stringify(itemsOf(block).map((item) => [textOf(item, "days").trim(), textOf(item, "hours").trim()]));
const HOURS = new Set(
  templates.flatMap(({ blocks }) =>
    blocks.filter((block) => block.type === "map" && itemsOf(block).length > 0).map(hoursOf),
  ),
);

/** Whether the opening hours of a location are all those of a template. One changed line says that someone read them. */
export const hasSampleHours = (block: Block): boolean => block.type === "map" && HOURS.has(hoursOf(block));
