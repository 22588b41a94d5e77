import {
  applicationProblems,
  applicationRules,
  invalidWebsiteText,
  maxLengths,
  websiteAddress,
} from "../../../domain/submission-rules.ts";
import { z } from "../_shared/schema.ts";
import {
  honeypotFields,
  language,
  optional,
  optionalText,
  required,
  requiredEmail,
  submissionId,
  trafficKind,
  trimmedText,
} from "../_shared/submissions/fields.ts";
import { receiveSubmission } from "../_shared/submissions/receive-submission.ts";

const lead = z
  .object({
    full_name: required(maxLengths.fullName),
    email: requiredEmail,
    company: required(maxLengths.company),
    website: optional(maxLengths.address)
      .transform((typed) => typed && websiteAddress(typed))
      .refine((address) => address !== "", { error: invalidWebsiteText }),
    role: optional(maxLengths.short),
    target_new_clients_per_month: required(maxLengths.short),
    avg_deal_size: optional(maxLengths.short),
    timeline: optional(maxLengths.short),
    notes: optionalText,
    best_contact: optional(maxLengths.short),
    phone: optional(maxLengths.phone),
  })
  .check((context) => {
    for (const [field, message] of Object.entries(applicationProblems(context.value)))
      context.issues.push({ code: "custom", path: [field], message, input: context.value });
  });

const source = z.object({
  submitted_at: z.iso.datetime({ offset: true }).nullish().catch(null),
  page_url: trimmedText(2048),
  referrer_url: trimmedText(2048),
  utm_source: trimmedText(255),
  utm_medium: trimmedText(255),
  utm_campaign: trimmedText(255),
  user_agent: trimmedText(1000),
});

/** Traffic data of the visit beyond the source block. It goes into the lead's history, cut to one line. */
const origin = z.object({
  utm_term: trimmedText(255),
  utm_content: trimmedText(255),
  landing_page: trimmedText(500),
  traffic_type: trafficKind,
  session_id: trimmedText(100),
  language,
});

/**
 * Spec §7: {source, lead}. The source's ip_hash, which the browser sends empty, is ignored: the database computes it.
 */
const schema = z.object({
  lead: lead.prefault({}),
  source: source.and(origin).nullish().catch(null),
  submission_id: submissionId,
  ...honeypotFields,
});

/** Receives an application (spec §4 Application submit, §7). */
export const handler = receiveSubmission({
  schema,
  rules: applicationRules,
  store: ({ lead, source: told, submission_id }, isSpam, deps) => {
    const { utm_term, utm_content, landing_page, traffic_type, session_id, language, ...source } = told ?? {};
    return deps.service.rpc("submit_application", {
      p_application: { ...source, ...lead, submission_id },
      p_origin: { utm_term, utm_content, landing_page, traffic_type, session_id, language },
      p_address: deps.address,
      p_is_spam: isSpam,
    });
  },
});
