import { callLink } from "../phone.ts";
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

/** The legal forms that follow the names of samples. A business may have another one, or none. */
const LEGAL_FORMS = ["", " PLLC", " LLC", " Inc.", " Inc. License 000000"];
const MAX_TITLE = 200;

/** A template with what is known of a business instead of the sample's, which its footer says. The rest stays. */
export function withBusiness<Page extends Pick<Template, "blocks" | "description">>(
  page: Page,
  business: Business,
): Page {
  const replaced = new Map<string, string>();
  const sample = sampleOf(page);
  for (const [name, words] of Object.entries(sample) as [keyof Business, string][]) {
    const own = business[name]?.trim();
    if (!words || !own) continue;
    for (const form of name === "name" ? LEGAL_FORMS : [""]) replaced.set(words + form, own);
  }
  const [sampleCity, ownCity] = [cityOf(sample.address), cityOf(business.address ?? "")];
  if (sampleCity && ownCity) replaced.set(sampleCity, ownCity);
  const own = business.phone?.trim();
  if (sample.phone && own) replaced.set(callLink(sample.phone), callLink(own));
  if (replaced.size === 0) return page;
  // The longest first: an address contains its city.
  const longest = [...replaced.keys()].sort((one, other) => other.length - one.length);
  const samples = new RegExp(longest.map(escapePattern).join("|"), "g");
  const withOwn = <Value>(value: Value): Value =>
    (typeof value === "string"
      ? value.replace(samples, (words) => replaced.get(words) ?? words)
      : Array.isArray(value)
        ? value.map((item: BlockItem) => fieldsWith(item, withOwn))
        : value) as Value;
  return {
    ...page,
    description: withOwn(page.description),
    blocks: page.blocks.map((block) => fieldsWith(block, withOwn)),
  };
}

/** A template called as its business, in the title and in the address, so that pages from one template can be told apart. */
export function namedAfter<Page extends Pick<Template, "id" | "title">>(page: Page, { name }: Business): Page {
  const own = name?.trim();
  return own ? { ...page, id: own, title: `${own}: ${page.title}`.slice(0, MAX_TITLE) } : page;
}

/** The city of an address such as 'Main Street 1, Portland, OR 97209'; empty if it can't be told. */
export function cityOf(address: string): string {
  const parts = address.split(/[\n,]/).map((part) => part.trim());
  const state = parts.findIndex((part) => /^[A-Z]{2}(\s+\d{5}(-\d{4})?)?$/.test(part));
  const city =
    parts[state - 1] ?? parts.map((part) => /^(.+?)\s+[A-Z]{2}\s+\d{5}(-\d{4})?$/.exec(part)?.[1]).find(Boolean);
  return city && /^\p{L}[\p{L} .'’-]+$/u.test(city) ? city : "";
}

/** A text as a part of a regular expression that matches it. */
export const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

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
