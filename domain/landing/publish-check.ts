import { toInstant } from "../zoned-time.ts";
import { BLOCK_KINDS } from "./block-kinds.ts";
import type { Block, BlockItem, BlockType, PlainField } from "./block-types.ts";
import { readMoment } from "./countdown.ts";
import { type ConditionProblem, conditionProblem } from "./form-conditions.ts";
import { linesOf, safeAddress } from "./markup.ts";
import { hasOptions, lacksOptions } from "./missing-options.ts";
import { lacksAltText, readPicture, storedPictureName } from "./picture.ts";
import { SENTENCES } from "./publish-sentences.ts";
import { isIllustrated, lacksLines } from "./render-hero-image.ts";
import { itemsOf, textOf } from "./render-parts.ts";
import { renderVideo } from "./render-video.ts";
import { repeatedOptions } from "./repeated-options.ts";
import { findSampleCities, findSampleNames, findSamplePrices, hasSampleHours } from "./sample-names.ts";
import { findSamples, isPlaceholder, isSampleAddress } from "./sample-texts.ts";
import { cityOf } from "./with-business.ts";

/**
 * Something that visitors would notice on a page. Its author changes it in this field of this block, such as `items.2.name`.
 * `isSample`: it still is what the template or the new block came with.
 */
export type PublishPoint = { text: string; block: string | null; field: string | null; isSample: boolean };
type Page = { blocks: readonly Block[] | null; content: string; title?: string; description?: string };

/** A point before equal ones become one sentence. `what` names the thing, as its author knows it. */
type Found = { kind: Kind; block: string | null; field: string | null; what: string };
type Kind = keyof typeof SENTENCES;

/** What a page lacks, in the order of the page. The same points are one sentence, with the place of the first. */
export function checkBeforePublishing(
  { blocks, content, title = "", description = "" }: Page,
  now: number,
): PublishPoint[] {
  const ownCities = ownCitiesOf(blocks ?? []);
  const found = blocks
    ? blocks.flatMap((block) => checkBlock(block, { content, now, ownCities }))
    : samplesOf(content).map((sample) => ({ ...sample, block: null, field: null }));
  // Search engines show these. They come last, so that what the page says as well leads to its block.
  for (const text of [title, description]) {
    const cities = findSampleCities(text).filter((city) => !ownCities.has(city));
    for (const sample of [...cities.map((what) => ({ kind: "sampleCity" as const, what })), ...samplesOf(text)])
      found.push({ ...sample, block: null, field: null });
  }
  if (!/data-lead-form|href="\/book\//.test(content) && !blocks?.some(({ type }) => type === "booking"))
    found.unshift({ kind: "noContact", block: null, field: null, what: "" });
  return [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, all]) => ({
    text: SENTENCES[kind]((NAMED.has(kind) ? withoutDoubles(all) : all).map(({ what }) => what)),
    block: all[0]?.block ?? null,
    field: all[0]?.field ?? null,
    isSample: kind.startsWith("sample") || kind === "placeholder",
  }));
}

/** These points name things, so a thing that appears twice counts once. */
const NAMED: ReadonlySet<Kind> = new Set([
  ...([
    "samplePhone",
    "sampleEmail",
    "sampleAddress",
    "sampleName",
    "samplePerson",
    "sampleCity",
    "placeholder",
  ] as const),
]);
/** A number that is written in two ways is one. */
const sameWhat = ({ kind, what }: Found) => (kind === "samplePhone" ? what.replace(/\D/g, "").slice(-7) : what);
const withoutDoubles = (all: readonly Found[]) =>
  [...Map.groupBy(all, sameWhat).values()].flatMap(([first]) => first ?? []);
/** What people type. An address may dial a sample's number. */
const TYPED: ReadonlySet<PlainField["kind"]> = new Set(["line", "text", "code", "address"]);

type Context = { content: string; now: number; ownCities: ReadonlySet<string> };

/** The cities of the addresses that someone entered. A business may be where a template's is. */
function ownCitiesOf(blocks: readonly Block[]): Set<string> {
  const addresses = blocks.flatMap((block) => [textOf(block, "address"), textOf(block, "contact")]);
  return new Set(addresses.filter((text) => findSamples(text).length === 0).map(cityOf));
}

function checkBlock(block: Block, { content, now, ownCities }: Context): Found[] {
  const found: Found[] = [];
  const add: Add = (kind, field, what = "") => found.push({ kind, block: block.id, field, what });
  checkPictures(block, add);
  checkPlaces(block, now, add);
  for (const { words, href, path, isHidden } of linksOf(block)) {
    if (isHidden) add("hiddenLink", path, words);
    else if (href === "#form") !hasFormAnchor(content) && add("noForm", path, words);
    else if (safeAddress(href) === "#") add("noTarget", path, words);
    else if (isSampleAddress(safeAddress(href))) add("sampleTarget", path, words);
  }
  const texts = fieldsOf(block).flatMap(({ from, field, path }) => {
    const text = textOf(from, field.name).trim();
    return text && TYPED.has(field.kind) ? [{ text, path }] : [];
  });
  for (const { text, path } of texts)
    if (isPlaceholder(block.type, text)) add("placeholder", path, text.split("\n")[0]);
  for (const { text, path } of texts)
    for (const city of findSampleCities(text)) if (!ownCities.has(city)) add("sampleCity", path, city);
  for (const { price, place } of findSamplePrices(block)) add("samplePrice", `items.${place}.price`, price);
  for (const { text, path } of texts) for (const { kind, what } of samplesOf(text)) add(kind, path, what);
  return found;
}

const samplesOf = (text: string) => [...findSamples(text), ...findSampleNames(text)];

/** The target of `#form`: a form block, or what its author wrote as HTML. */
const hasFormAnchor = (content: string) => /\sid=["']?form["'\s>]/.test(content);

type Add = (kind: Kind, field: string, what?: string) => void;

function checkPictures(block: Block, add: Add): void {
  const items = itemsOf(block);
  const empty = items.flatMap((item, place) =>
    readPicture(item.picture) ? [] : [{ item, path: `items.${place}.picture` }],
  );
  if (block.type === "hero" && block.picture === "image" && !readPicture(block.image)) add("heroPicture", "image");
  if (block.type === "hero" && lacksLines(block)) add("noLines", "lines");
  if (block.type === "picture" && !readPicture(block.picture)) add("picture", "picture");
  if (block.type === "gallery" && empty.length === items.length) add("emptyGallery", "items");
  else if (block.type === "gallery") for (const { path } of empty) add("galleryItem", path);
  if (block.type === "team") for (const { path } of empty) add("person", path);
  // A row of names is a look of its own. Names between pictures, and places without a name, are not.
  if (block.type === "logos")
    for (const { item, path } of empty)
      if (empty.length < items.length || !textOf(item, "name").trim()) add("logo", path);
  for (const { from, field, path } of fieldsOf(block)) {
    if (field.kind !== "picture" || (block.type === "hero" && block.picture !== "image")) continue;
    const picture = readPicture(from[field.name]);
    if (picture && /^(https?:)?\/\//i.test(picture.src) && !storedPictureName(picture.src)) add("farPicture", path);
    // The name of a logo is its alternative text.
    if (picture && lacksAltText(picture) && !(block.type === "logos" && textOf(from, "name").trim()))
      add("altText", path);
  }
}

function checkPlaces(block: Block, now: number, add: Add): void {
  if (block.type === "countdown") {
    const end = endOf(block);
    if (end === null) add("noDate", "date");
    else if (end <= now) add("countdownOver", "date");
  }
  if (block.type === "booking" && !textOf(block, "meeting").trim()) add("noMeeting", "meeting");
  if (block.type === "map" && linesOf(textOf(block, "address")).length === 0) add("noAddress", "address");
  if (block.type === "form") {
    for (const { place, name } of emptySteps(itemsOf(block))) add("emptyStep", `items.${place}.label`, name);
    for (const [place, item] of itemsOf(block).entries()) {
      const [path, question] = [`items.${place}.options`, textOf(item, "label").trim() || "Answer"];
      if (lacksOptions(item)) add("noOptions", path, question);
      else if (item.kind !== "step" && !textOf(item, "label").trim()) add("noLabel", `items.${place}.label`);
      if (hasOptions(item) && repeatedOptions(textOf(item, "options")).length > 0)
        add("repeatedOptions", path, question);
      const problem = conditionProblem(item, itemsOf(block).slice(0, place));
      if (problem) add(...CONDITION_POINTS[problem](`items.${place}`), question);
    }
  }
  if (hasSampleHours(block)) add("sampleHours", "items.0.hours");
  if (block.type === "video" && !renderVideo(block)) add("noVideo", "url");
}

/** What a condition lacks, and the part of it that its author changes. */
const CONDITION_POINTS: Record<ConditionProblem, (item: string) => [Kind, string]> = {
  noField: (item) => ["openCondition", `${item}.when`],
  goneField: (item) => ["conditionField", `${item}.when`],
  noAnswer: (item) => ["openCondition", `${item}.value`],
  goneAnswer: (item) => ["conditionAnswer", `${item}.value`],
};

/** The steps of a form without a field that visitors see. The last step has the email field, unless there is one. */
function emptySteps(items: readonly BlockItem[]): { place: number; name: string }[] {
  const shown = items.flatMap((item, place) => (lacksOptions(item) ? [] : [{ item, place }]));
  const hasEmail = shown.some(({ item }) => item.kind === "email");
  const starts = shown.filter(({ item }, at) => item.kind === "step" || at === 0);
  return starts.flatMap(({ item, place }, number) => {
    if (item.kind !== "step") return [];
    const next = shown[shown.findIndex((one) => one.place === place) + 1];
    const isEmpty = next ? next.item.kind === "step" : hasEmail;
    return isEmpty ? [{ place, name: textOf(item, "label").trim() || `Step ${number + 1}` }] : [];
  });
}

/** The instant when a countdown ends. Null without a date, or in a zone that is not known here. */
function endOf(block: Block): number | null {
  const moment = readMoment(block);
  try {
    return moment && toInstant(Date.parse(`${moment.wall}:00Z`), moment.zone);
  } catch {
    return null;
  }
}

type Link = { words: string; href: string; path: string; isHidden?: boolean };
/** What these kinds of blocks leave out when it has no link. */
const HIDDEN_WITHOUT: ReadonlySet<BlockType> = new Set(["columns", "footer"]);
const LINK_MARK = /\[([^\][\n]+)\]\(([^\s()]+)\)/g;

/** The buttons and links of a block, and those in its texts. */
function linksOf(block: Block): Link[] {
  return fieldsOf(block).flatMap(({ from, field, path }): Link[] => {
    const text = textOf(from, field.name).trim();
    if (field.kind === "text" && field.rich)
      return [...text.matchAll(LINK_MARK)].map(([, words = "", href = ""]) => ({ words, href, path }));
    // Maps find the address without a link, and logos need none.
    if (field.name !== "href" || (!text && (block.type === "map" || block.type === "logos"))) return [];
    // Without words, there is no link.
    const words =
      textOf(from, "button").trim() ||
      textOf(from, "label").trim() ||
      (block.type === "logos" ? textOf(from, "name").trim() : "");
    return words ? [{ words, href: text, path, isHidden: !text && HIDDEN_WITHOUT.has(block.type) }] : [];
  });
}

/** The fields of a hero that only illustrations show. */
const OF_ILLUSTRATIONS: ReadonlySet<string> = new Set(["lines", "caption"]);

type Place = { from: Block | BlockItem; field: PlainField; path: string };

/** All fields of a block and of its items that visitors may see, with what holds their value. */
function fieldsOf(block: Block): Place[] {
  const isHidden = (name: string) => block.type === "hero" && OF_ILLUSTRATIONS.has(name) && !isIllustrated(block);
  const fields = BLOCK_KINDS[block.type].fields.filter(({ name }) => !isHidden(name));
  return fields.flatMap((field): Place[] =>
    field.kind === "items"
      ? itemsOf(block, field.name).flatMap((from, place) =>
          field.fields.map((inner) => ({ from, field: inner, path: `${field.name}.${place}.${inner.name}` })),
        )
      : [{ from: block, field, path: field.name }],
  );
}
