import { sourceText } from "~/ui/source-icon.tsx";
import { formatAlternatives } from "../../../../domain/format-list.ts";
import { formatCompactMoney } from "../../../../domain/money.ts";
import type { Pool, Rule, ShiftPerson } from "./api.ts";

type Names = { pools: readonly Pool[]; people: readonly Pick<ShiftPerson, "user_id" | "name">[]; currency: string };

/** A rule as one sentence: 'When the source is Referral and the value is at least $5,000, the lead goes to Pool Inbound.' */
export function ruleSentence({ when, to }: Rule, { pools, people, currency }: Names): string {
  const money = (amount: number) => formatCompactMoney({ amount, currency });
  const words = (subject: string, verb: string, list: string[] | undefined, say = (word: string) => word) =>
    list && `${subject} ${list.length > 0 ? `${verb} ${formatAlternatives(list.map(say))}` : "is missing"}`;
  const quoted = (word: string) => `“${word}”`;
  const conditions = [
    words("the source", "is", when.source, sourceText),
    words("the interest", "is", when.tier),
    words("the page", "contains", when.page, quoted),
    words("the campaign", "contains", when.campaign, quoted),
    words("the language", "is", when.language, languageName),
    words("the area code", "is", when.area),
    valueText(when, money),
  ].filter((text) => text !== undefined);
  const pool = pools.find(({ id }) => id === to.pool);
  const person = people.find(({ user_id }) => user_id === to.person);
  const target = pool ? `the pool ${pool.name.trim() || "without a name"}` : (person?.name ?? "no one");
  return conditions.length > 0
    ? `When ${conditions.join(" and ")}, the lead goes to ${target}.`
    : `Every lead goes to ${target}.`;
}

const languages = new Intl.DisplayNames("en-US", { type: "language" });

/** 'Spanish' for es. What is no code stays as typed. */
function languageName(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}

function valueText({ value_from: from, value_to: to }: Rule["when"], money: (amount: number) => string) {
  if (Number.isNaN(from) || Number.isNaN(to)) return "the value is missing";
  if (from !== undefined && to !== undefined) return `the value is from ${money(from)} to ${money(to)}`;
  if (from !== undefined) return `the value is at least ${money(from)}`;
  return to === undefined ? undefined : `the value is at most ${money(to)}`;
}
