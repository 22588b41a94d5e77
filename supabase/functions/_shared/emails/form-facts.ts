import { readableAnswers } from "../../../../domain/form-answers.ts";
import { z } from "../schema.ts";
import { fileNames, type Line } from "./mail-parts.tsx";
import type { MailData } from "./mail-template.ts";

/** The answers of a form in an email about its lead, which has facts of its own. */
export function formAnswers({ answers }: MailData): MailData {
  return z.parse(z.record(z.string(), z.optional(z.string())), JSON.parse(answers ?? "{}"));
}

/** What a form says besides name, address, company and phone number, for the emails to the account and to its team. */
export function formFacts(form: string | undefined, data: MailData): Line[] {
  const answers = form === undefined ? undefined : ANSWERS[form]?.(data);
  return answers ? [...answers, ["Came from", origin(data)]] : [];
}

/** The sender's own words. */
export function formWords(form: string | undefined, data: MailData): string | undefined {
  if (form === "contact") return data.goals;
  if (form === "application") return data.notes;
  const answers = data.more && readableAnswers(data.more);
  return (form === "landing" && [data.message, answers].filter(Boolean).join("\n\n")) || undefined;
}

const ANSWERS: Record<string, (data: MailData) => Line[]> = {
  contact: (data) => [
    ["Monthly ad spend", data.adSpend],
    ["Interests", data.interests],
    ["First page seen", data.landingPage],
  ],
  landing: (data) => [
    ["Page", data.page],
    ["Source", data.source],
    ["Campaign", data.campaign],
    ["Files in the lead's history", fileNames(data.files)],
  ],
  application: (data) => [
    ["Website", data.website],
    ["Role", data.role],
    ["New clients per month", data.target],
    ["Average deal size", data.dealSize],
    ["Timeline", data.timeline],
    ["Best contact", data.bestContact],
    ["Sent from", data.page],
  ],
};

const ORIGINS: Record<string, string> = {
  paid_ads: "an ad",
  organic: "a search",
  referral: "another site",
  direct: "a direct visit",
};

function origin({ traffic, utmSource, campaign }: MailData): string | undefined {
  return [traffic && ORIGINS[traffic], utmSource, campaign].filter(Boolean).join(", ") || undefined;
}
