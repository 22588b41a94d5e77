import { BLOCK_KINDS, BLOCK_TYPES } from "./block-kinds.ts";
import type { BlockType } from "./block-types.ts";

/** Other words for each kind, as people know it from other products. A search finds them by their first letters. */
const WORDS: Record<BlockType, string> = {
  hero: "header headline title banner cover jumbotron cta call to action",
  text: "paragraph heading copy article story",
  picture: "image photo photograph screenshot",
  features: "benefits services advantages list grid",
  reviews: "testimonials quotes ratings stars feedback customers social proof",
  pricing: "prices plans packages tiers rates costs fees",
  faq: "faqs accordion help answers q&a",
  video: "youtube vimeo movie film clip",
  form: "contact leads signup sign up newsletter email inquiry application cta call to action",
  html: "code embed custom widget script",
  columns: "grid cards layout",
  gallery: "images photos portfolio carousel slider slideshow",
  steps: "process how it works timeline",
  comparison: "compare versus vs before after table",
  logos: "brands clients partners press trust social proof",
  team: "staff employees about us founders coaches",
  countdown: "timer deadline clock urgency",
  booking: "calendar appointments schedule calls meetings cta call to action",
  map: "maps directions opening hours place store contact",
  footer: "bottom imprint privacy policy terms copyright social links",
};

/** Kinds whose label has what was typed, then those with another word for it, then those that say so in their description. */
export function findBlocks(typed: string): BlockType[] {
  const text = typed.trim().toLowerCase();
  const isInLabel = (type: BlockType) => BLOCK_KINDS[type].label.toLowerCase().includes(text);
  const inWords = matcherOf(text);
  const rank = (type: BlockType) => {
    if (isInLabel(type)) return 0;
    if (inWords(WORDS[type])) return 1;
    return inWords(`${BLOCK_KINDS[type].label} ${WORDS[type]} ${BLOCK_KINDS[type].about}`) ? 2 : 3;
  };
  const ranks = new Map(BLOCK_TYPES.map((type) => [type, rank(type)]));
  return [0, 1, 2].flatMap((place) => BLOCK_TYPES.filter((type) => ranks.get(type) === place));
}

/** Whether each typed word, with or without its plural s, starts a word of a text. */
function matcherOf(typed: string) {
  const wanted = wordsOf(typed).map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
  return (text: string) => {
    const words = wordsOf(text);
    return wanted.length > 0 && wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}&]+/gu) ?? [];
