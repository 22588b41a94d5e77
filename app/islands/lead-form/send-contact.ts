import { contactForm } from "~/content/forms.ts";
import { post, type Rejected, readRejection, type Sent } from "./post.ts";
import type { Attempt, Values } from "./progress.ts";
import { readTraffic } from "./read-traffic.ts";

/** Spec §4, Contact submit: the function; when it fails, a direct insert under the same id; when both fail, "failed". */
export async function sendContact(values: Values, attempt: Attempt): Promise<Sent | Rejected | "failed"> {
  const { interests: _one, ...fields } = Object.fromEntries(values);
  const interests = values.filter(([name]) => name === "interests").map(([, value]) => value);
  const traffic = readTraffic();
  const ids = { submission_id: attempt.id };
  const { language } = navigator;
  const body = { ...fields, interests, ...traffic, ...ids, language, elapsed_ms: attempt.elapsedMs };
  const answer = await post("/functions/v1/send-contact-email", body).catch(() => null);
  if (answer?.ok) return { sent: contactForm.sent };
  const refused = answer && (await readRejection(answer));
  if (refused) return refused;
  const { firstName, lastName, adSpend, email, company, goals } = fields;
  const row = {
    first_name: firstName,
    last_name: lastName,
    email: email?.trim(),
    company: company || null,
    ad_spend: adSpend,
    goals,
    interests,
    status: "new",
    source: "website_form",
    ...traffic,
    ...ids,
  };
  const inserted = await post("/rest/v1/contacts", row, { Prefer: "return=minimal" }).catch(() => null);
  // 409: the function had stored it, and only its response was lost.
  return inserted?.ok || inserted?.status === 409 ? { sent: contactForm.sentDirectly } : "failed";
}
