import { invoiceName } from "../../../../domain/invoices.ts";
import type { AuditEntry } from "./api.ts";
import { leadName, numberOf, short, textOf } from "./row-words.ts";

/** The page of the invoice, account, request, lead or landing page that a sentence names, and its words there. */
export function recordOf(entry: AuditEntry): { name: string; to: string } | null {
  const { table_name, action, row_id, account_id, account_name, before, after } = entry;
  if (action === "delete") return null;
  const row = after ?? before ?? {};
  const link = (name: string, page: string, id: unknown) =>
    typeof id === "string" && name ? { name, to: `${page}${id}` } : null;
  switch (table_name) {
    case "invoices": {
      const number = invoiceName(numberOf(row));
      return link(number === "Draft" ? "invoice draft" : number, "/admin/billing/", row_id);
    }
    case "payments":
    case "invoice_credits":
    case "invoice_events":
    case "invoice_lines":
      return link(entry.invoice_number ?? "an invoice", "/admin/billing/", row.invoice_id);
    case "accounts":
      return link(account_name ?? "", "/admin/accounts/", row_id);
    case "account_members":
    case "account_loans":
    case "invitations":
      return link(account_name ?? "", "/admin/accounts/", account_id);
    case "change_requests":
      return link(row.lead_id ? "the hand-off" : "the request", "/admin/requests#request-", row_id);
    case "change_request_answers":
    case "request_assignments":
      return link("a request", "/admin/requests#request-", row.request_id);
    case "leads":
      if (row.merged_into) return null;
      return link(
        leadName(row),
        entry.account_slug ? `/workspace/${entry.account_slug}/leads/` : "/crm/leads/",
        row_id,
      );
    case "landing_pages":
    case "landing_publish_requests":
      return link(textOf(entry, "title", "slug"), "/admin/landing-pages/", row_id);
    case "landing_domains":
    case "landing_previews":
    case "landing_tests":
      return link(short(entry.page_title) || "a landing page", "/admin/landing-pages/", row.page_id);
    default:
      return null;
  }
}
