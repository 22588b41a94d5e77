import { applicationForm } from "~/content/forms.ts";
import { post, type Rejected, readRejection, type Sent } from "./post.ts";
import type { Attempt, Values } from "./progress.ts";
import { readTraffic } from "./read-traffic.ts";

/** Spec §4, Application submit; §7: {source, lead}, with the source block of §3. The server fills in ip_hash. */
export async function sendApplication(values: Values, attempt: Attempt): Promise<Sent | Rejected | "failed"> {
  const { topic, ...lead } = Object.fromEntries(values);
  const source = {
    ...readTraffic(),
    submitted_at: new Date().toISOString(),
    page_url: location.href,
    user_agent: navigator.userAgent,
    language: navigator.language,
    ip_hash: "",
  };
  const body = { source, lead, topic, submission_id: attempt.id, elapsed_ms: attempt.elapsedMs };
  const answer = await post("/functions/v1/send-application-email", body).catch(() => null);
  if (answer?.ok) return { sent: applicationForm.sent };
  return (answer && (await readRejection(answer))) || "failed";
}
