import { applicationRules, badWebsite, longest, websiteAddress } from "../../../domain/submission-rules.ts";
import { z } from "../_shared/schema.ts";
import {
  needed,
  neededEmail,
  optional,
  optionalText,
  submissionId,
  told,
  trafficKind,
  traps,
} from "../_shared/submissions/fields.ts";
import { receiveSubmission } from "../_shared/submissions/receive-submission.ts";

const lead = z.object({
  full_name: needed(longest.fullName),
  email: neededEmail,
  company: needed(longest.company),
  website: optional(longest.address)
    .transform((typed) => typed && websiteAddress(typed))
    .refine((address) => address !== "", { error: badWebsite }),
  role: optional(longest.short),
  target_new_clients_per_month: needed(longest.short),
  avg_deal_size: optional(longest.short),
  timeline: optional(longest.short),
  notes: optionalText,
  best_contact: optional(longest.short),
  phone: optional(longest.phone),
});

const source = z.object({
  submitted_at: z.iso.datetime({ offset: true }).nullish().catch(null),
  page_url: told(2048),
  referrer_url: told(2048),
  utm_source: told(255),
  utm_medium: told(255),
  utm_campaign: told(255),
  user_agent: told(1000),
});

/** What the visit's traffic data hold beyond the source block: kept in the lead's history, cut to what a line can show. */
const origin = z.object({
  utm_term: told(255),
  utm_content: told(255),
  landing_page: told(500),
  traffic_type: trafficKind,
  session_id: told(100),
});

/** Spec §7: {source, lead}. The source's ip_hash, which is sent empty, is not read: the database computes it. */
const schema = z.object({
  lead: lead.prefault({}),
  source: source.and(origin).nullish().catch(null),
  submission_id: submissionId,
  ...traps,
});

/** Takes an application (spec §4 Application submit, §7). */
export const handler = receiveSubmission({
  schema,
  rules: applicationRules,
  store: ({ lead, source: told, submission_id }, isSpam, deps) => {
    const { utm_term, utm_content, landing_page, traffic_type, session_id, ...source } = told ?? {};
    return deps.service.rpc("submit_application", {
      p_application: { ...source, ...lead, submission_id },
      p_origin: { utm_term, utm_content, landing_page, traffic_type, session_id },
      p_address: deps.address,
      p_is_spam: isSpam,
    });
  },
});
