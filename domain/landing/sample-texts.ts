import type { BlockType } from "./block-types.ts";

/** Phone numbers 555-0100 to 555-0199, the ending .example and example.com are reserved for examples, and templates use them. */
const PHONE = /(?:\+?1[\s.-]?)?(?:\(\d{3}\)\s?|\b\d{3}[\s.-]?)?\b555[\s.-]?01\d\d\b|\+1\d{3}55501\d\d\b/g;
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){0,4}example(?:\.(?:com|org|net))?(?![\w-]|\.\w)/gi;
const STREET = /\b\d+ Example (?:Street|Drive|Road|Avenue)\b/g;
const HOST = /^(?:.+\.)?(?:example|example\.(?:com|org|net))$/i;

export type Sample = { kind: "samplePhone" | "sampleEmail" | "sampleAddress"; what: string };

/** The samples of templates in a text. A number that is written in two ways is one. */
export function findSamples(text: string): Sample[] {
  const phones = new Map<string, string>();
  for (const [phone] of text.matchAll(PHONE)) {
    const digits = phone.replace(/\D/g, "").slice(-7);
    if (!phones.has(digits)) phones.set(digits, phone.trim());
  }
  const all = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([found]) => found));
  return [
    ...[...phones.values()].map((what): Sample => ({ kind: "samplePhone", what })),
    ...[...all(EMAIL)].map((what): Sample => ({ kind: "sampleEmail", what })),
    ...[...all(STREET)].map((what): Sample => ({ kind: "sampleAddress", what })),
  ];
}

/** Whether a web address has a host that exists only in examples. */
export function isSampleAddress(address: string): boolean {
  return /^https?:/i.test(address) && URL.canParse(address) && HOST.test(new URL(address).hostname);
}

/** Texts of new blocks that say what belongs there. The other texts of new blocks can stay. */
export const PLACEHOLDERS: Partial<Record<BlockType, readonly string[]>> = {
  hero: [
    "Say what changes for your customer, in one line.",
    "Two sentences: who this is for, and what happens after they click.",
    "First message or label",
    "Second message or label",
    "Third message or label",
    "Time or value",
  ],
  text: ["A heading", "A paragraph."],
  features: ["First feature", "Second feature", "Third feature", "What it does for your customer."],
  reviews: ["One sentence with a number in it.", "Name", "Company"],
  pricing: ["Offer", "First point\nSecond point"],
  faq: ["A question?", "The answer."],
  columns: ["The first way", "The second way", "What it is and who it's for."],
  logos: ["First company", "Second company", "Third company"],
  team: ["First and last name", "What they do"],
  html: ["<section>\n  <p>Your own markup.</p>\n</section>"],
};

export const isPlaceholder = (type: BlockType, text: string): boolean => PLACEHOLDERS[type]?.includes(text) ?? false;
