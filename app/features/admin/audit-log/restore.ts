import type { AuditEntry } from "./api.ts";
import { isCounting, RESTORABLE } from "./audited-rows.ts";
import { isNewVersion } from "./page-phrases.ts";
import { moneyText, quoted, textOf } from "./row-words.ts";

type Restored = Pick<
  AuditEntry,
  | "table_name"
  | "action"
  | "before"
  | "after"
  | "has_draft"
  | "is_gone"
  | "is_public"
  | "removal"
  | "invoice_number"
  | "outlook"
>;

/** Whether changes of this kind can be reverted. The database decides whether this entry still can be. */
export function isRestorable(entry: Omit<Restored, "invoice_number" | "outlook">): boolean {
  const { table_name, action, is_gone: isGone } = entry;
  if (isCounting(entry)) return false;
  if (entry.removal) return entry.removal.canRestore;
  if (table_name === "invoices") return action === "delete" && isGone && entry.before?.status === "draft";
  if (isHandOver(entry)) return false;
  // A change of a deleted row has nothing to change, and a restored row is there already.
  if (isGone !== (action === "delete")) return false;
  // It was published or unpublished since.
  if (table_name === "landing_pages" && action === "update" && entry.before?.status !== entry.after?.status)
    if ((entry.after?.status === "published") !== entry.is_public) return false;
  // No one sees a version of an unpublished page: the next publishing replaces it with the draft.
  if (isNewVersion(entry) && !entry.is_public) return false;
  // A page that was never published is all in its draft.
  if (table_name === "landing_pages" && action === "delete" && entry.before?.version === 0) return entry.has_draft;
  return RESTORABLE.has(table_name) && (action === "update" || action === "delete");
}

/** It goes to someone else because its person leaves or joins, which only that can revert. Same rule as private.is_hand_over. */
export function isHandOver({
  table_name,
  action,
  before,
  after,
}: Pick<Restored, "table_name" | "action" | "before" | "after">) {
  if (action !== "update") return false;
  if (table_name === "retainers")
    return isOther(before?.client_id, after?.client_id) || isOther(before?.account_id, after?.account_id);
  return (
    table_name === "client_dashboards" &&
    before?.user_id != null &&
    before.user_id !== "imported-user" &&
    before.user_id !== after?.user_id
  );
}

/** Values of entries from before a column was there have none. */
const isOther = (before: unknown, after: unknown) => (before ?? null) !== (after ?? null);

/** Whether something that is gone comes back, and not an earlier state of it. */
export const isReturn = ({ action, removal }: Pick<AuditEntry, "action" | "removal">): boolean =>
  action === "delete" || removal !== null;

/**
 * What to ask before a revert that visitors of a landing page would notice, that brings back only a part, or that sends an email; null
 * for every other. `endedTest` says that the change ended a test of the page, which a revert doesn't resume.
 */
export function restoreQuestion(entry: Omit<Restored, "is_gone">, endedTest = false) {
  if (entry.removal)
    return {
      title: `Record the ${entry.removal.of} of ${moneyText(entry.after?.amount, entry.removal.currency)} again?`,
      description: `It counts toward ${entry.invoice_number ?? "the invoice"} again, and the client gets an email about it. This doesn't move any money.`,
      confirmLabel: "Restore",
      variant: "primary" as const,
    };
  if (entry.table_name === "retainers" && entry.action === "update") {
    const { before, after } = entry;
    // As private.announce_retainer_change: an agreed retainer that is completed again is no news.
    const isTold =
      before?.status !== "pending" &&
      after?.status !== "pending" &&
      (before?.monthly_amount !== after?.monthly_amount ||
        before?.end_date !== after?.end_date ||
        (before?.status !== after?.status && before?.status !== "completed"));
    return isTold
      ? {
          title: `Revert the change to ${quoted(textOf(entry, "retainer_name"), "this retainer")}?`,
          description: entry.outlook?.emails
            ? `An email to ${entry.outlook.emails} says what changes.`
            : "The client gets no email about it, because they aren't active.",
          confirmLabel: "Revert",
          variant: "primary" as const,
        }
      : null;
  }
  if (entry.table_name !== "landing_pages") return null;
  const page = quoted(textOf(entry, "title", "slug"), "this page");
  const domain = textOf(entry, "custom_domain");
  const [is, becomes] = [entry.after?.status === "published", entry.before?.status === "published"];
  if (is && becomes)
    return entry.is_public
      ? {
          title: `Revert the change to ${page}?`,
          description: `The page is public. Visitors will immediately see it as it was before this change.${
            endedTest ? " The test stays stopped. To test again, start a new one." : ""
          }`,
          confirmLabel: "Revert",
        }
      : null;
  if (is)
    return {
      title: `Unpublish ${page}?`,
      description: "This undoes its publication. Visitors will see “Page not found or not published”.",
      confirmLabel: "Unpublish",
    };
  if (becomes)
    return {
      title: `Publish ${page}?`,
      description: "It was public before. Anyone with the link can open it right away.",
      confirmLabel: "Publish",
    };
  if (entry.action === "delete")
    return {
      title: `Restore ${page}?`,
      description: [
        entry.has_draft
          ? "It comes back unpublished, with its draft as it was."
          : "It comes back unpublished, as it was last published, as HTML.",
        `Its ${entry.has_draft ? "" : "blocks, newer changes, "}earlier versions, statistics${domain ? " and preview links" : ", preview links and any domain"} stay deleted.`,
        domain && `It no longer has its domain ${domain}. Connect it again under Domain.`,
      ]
        .filter(Boolean)
        .join(" "),
      confirmLabel: "Restore",
      variant: "primary" as const,
    };
  return null;
}
