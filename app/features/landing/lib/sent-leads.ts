import { runQuery } from "~/shared/api.ts";

/** A person who sent a form of a page. */
export type SentLead = { id: string; leadId: string | null; name: string; stage: string | null; sentAt: string };

/** The forms to look at: of a test's variant, or of a page between two days (UTC). */
export type SentFilter = {
  test?: string;
  page?: string;
  version?: number | undefined;
  source?: string | undefined;
  from?: string;
  /** The last day. */
  to?: string;
};

const MAX_LEADS = 200;
const DAY_MS = 86_400_000;

/** The people behind a figure, each once, newest first; at most 200. Throws ServiceError. */
export async function loadSentLeads({ test, page, version, source, from, to }: SentFilter): Promise<SentLead[]> {
  const forms = await runQuery((db) => {
    let asked = db
      .from("landing_submissions")
      .select("id, created_at, lead_id, leads(first_name, last_name, email, stage)")
      .eq("is_spam", false);
    if (test !== undefined) asked = asked.eq("test_id", test);
    if (page !== undefined) asked = asked.eq("page_id", page);
    if (version !== undefined) asked = asked.eq("version", version);
    if (source !== undefined) asked = asked.eq("source", source);
    if (from !== undefined) asked = asked.gte("created_at", from);
    if (to !== undefined) asked = asked.lt("created_at", new Date(Date.parse(to) + DAY_MS).toISOString());
    return asked.order("created_at", { ascending: false }).limit(MAX_LEADS);
  });
  const first = new Map(forms.map((form) => [form.lead_id ?? form.id, form]));
  return [...first.values()].map(({ id, created_at, lead_id, leads: lead }) => ({
    id,
    leadId: lead ? lead_id : null,
    name: (lead && ([lead.first_name, lead.last_name].filter(Boolean).join(" ") || lead.email)) || "Someone",
    stage: lead?.stage ?? null,
    sentAt: created_at,
  }));
}
