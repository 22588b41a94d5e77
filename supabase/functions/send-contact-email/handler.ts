import { contactRules, longest } from "../../../domain/submission-rules.ts";
import { z } from "../_shared/schema.ts";
import {
  needed,
  neededEmail,
  neededText,
  optional,
  submissionId,
  told,
  trafficKind,
  traps,
} from "../_shared/submissions/fields.ts";
import { receiveSubmission } from "../_shared/submissions/receive-submission.ts";

const MAX_INTERESTS = 20;

/** Spec §7: the contact form's fields plus the traffic data. */
const schema = z.object({
  firstName: needed(longest.name),
  lastName: needed(longest.name),
  email: neededEmail,
  company: optional(longest.company),
  adSpend: optional(longest.short),
  goals: neededText,
  interests: z
    .array(needed(longest.short), { error: "Send a list of offers." })
    .max(MAX_INTERESTS, { error: `At most ${MAX_INTERESTS} offers.` })
    .nullish()
    .transform((list) => (list?.length ? list : null)),
  utm_source: told(255),
  utm_medium: told(255),
  utm_campaign: told(255),
  utm_term: told(255),
  utm_content: told(255),
  referrer_url: told(2048),
  landing_page: told(2048),
  traffic_type: trafficKind,
  session_id: told(100),
  submission_id: submissionId,
  ...traps,
});

/** Takes a contact message (spec §4 Contact submit, §7). */
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
