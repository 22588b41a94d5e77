import { dialedNumber } from "../phone.ts";
import type { Block, BlockItem } from "./block-types.ts";
import { linesOf } from "./markup.ts";
import type { Template } from "./template.ts";

/** How a business is called and reached. What is missing is not known. */
export type Business = Partial<Record<"name" | "phone" | "email" | "address", string | null>>;

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const PHONE = /^[\d\s().+-]{7,24}$/;

/** Why the email address of a business can't be used. An empty one can. */
export const emailProblem = (email: string): string | undefined =>
  email.trim() && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email.trim()) ? "Enter a valid email address" : undefined;

/** A template with what is known of a business instead of the sample's, which its footer says. The rest stays. */
export function withBusiness<Page extends Pick<Template, "blocks">>(page: Page, business: Business): Page {
  const replaced = new Map<string, string>();
  const sample = sampleOf(page);
  for (const [name, words] of Object.entries(sample) as [keyof Business, string][]) {
    const own = business[name]?.trim();
    if (words && own) replaced.set(words, own);
  }
  const own = business.phone?.trim();
  if (sample.phone && own) replaced.set(`tel:${dialedNumber(sample.phone)}`, `tel:${dialedNumber(own)}`);
  if (replaced.size === 0) return page;
  const samples = new RegExp([...replaced.keys()].map(escapePattern).join("|"), "g");
  const withOwn = <Value>(value: Value): Value =>
    (typeof value === "string"
      ? value.replace(samples, (words) => replaced.get(words) ?? words)
      : Array.isArray(value)
        ? value.map((item: BlockItem) => fieldsWith(item, withOwn))
        : value) as Value;
  return { ...page, blocks: page.blocks.map((block) => fieldsWith(block, withOwn)) };
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

const fieldsWith = <Fields extends Block | BlockItem>(fields: Fields, change: <Value>(value: Value) => Value): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)])) as Fields;

/** The business that a template was written for. The lines of its contact that are no number and no email are its address. */
function sampleOf({ blocks }: Pick<Template, "blocks">): Record<keyof Business, string> {
  const footer = blocks.find(({ type }) => type === "footer");
  const lines = linesOf(String(footer?.contact ?? ""));
  return {
    name: String(footer?.name ?? ""),
    phone: lines.find((line) => PHONE.test(line)) ?? "",
    email: lines.find((line) => EMAIL.test(line)) ?? "",
    address: lines.filter((line) => !PHONE.test(line) && !EMAIL.test(line)).join("\n"),
  };
}
