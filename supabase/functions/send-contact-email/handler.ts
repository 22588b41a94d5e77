import { contactRules, maxLengths } from "../../../domain/submission-rules.ts";
import { z } from "../_shared/schema.ts";
import {
  honeypotFields,
  language,
  optional,
  required,
  requiredEmail,
  requiredText,
  submissionId,
  trafficKind,
  trimmedText,
} from "../_shared/submissions/fields.ts";
import { receiveSubmission } from "../_shared/submissions/receive-submission.ts";

const MAX_INTERESTS = 20;

/** Spec §7: the contact form's fields plus the traffic data. */
const schema = z.object({
  firstName: required(maxLengths.name),
  lastName: required(maxLengths.name),
  email: requiredEmail,
  company: optional(maxLengths.company),
  adSpend: optional(maxLengths.short),
  goals: requiredText,
  interests: z
    .array(required(maxLengths.short), { error: "Send a list of offers." })
    .max(MAX_INTERESTS, { error: `At most ${MAX_INTERESTS} offers.` })
    .nullish()
    .transform((list) => (list?.length ? list : null)),
  utm_source: trimmedText(255),
  utm_medium: trimmedText(255),
  utm_campaign: trimmedText(255),
  utm_term: trimmedText(255),
  utm_content: trimmedText(255),
  referrer_url: trimmedText(2048),
  landing_page: trimmedText(2048),
  traffic_type: trafficKind,
  session_id: trimmedText(100),
  language,
  submission_id: submissionId,
  ...honeypotFields,
});

/** Receives a contact message (spec §4 Contact submit, §7). */
export const handler = receiveSubmission({
  schema,
  rules: contactRules,
  store: ({ firstName, lastName, adSpend, topic: _topic, elapsed_ms: _elapsed, ...sent }, isSpam, deps) =>
    deps.service.rpc("submit_contact", {
      p_contact: { ...sent, first_name: firstName, last_name: lastName, ad_spend: adSpend },
      p_address: deps.address,
      p_is_spam: isSpam,
    }),
});
