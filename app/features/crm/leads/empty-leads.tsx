import { Link } from "react-router";
import { Button, buttonVariants } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import type { LeadsUrlState } from "./use-leads-url-state.ts";

/** Nothing is listed: because of what was asked for, or because there is nothing yet. */
export function EmptyLeads({ urlState: { filter, q, scope, change } }: { urlState: LeadsUrlState }) {
  if (filter.rules.length > 0 || q.trim() !== "" || scope !== "all")
    return (
      <EmptyState title="No lead is like that" text={emptyText(filter.rules.length > 0, q.trim() !== "")}>
        <Button onClick={() => change({ filter: "", q: "", scope: "", view: "" })}>Show all leads</Button>
      </EmptyState>
    );
  return (
    <EmptyState title="No leads yet" text="Forms and landing pages bring them here; so does an import, or the key C.">
      <Link to="/crm/import" className={buttonVariants()}>
        Import leads
      </Link>
    </EmptyState>
  );
}

function emptyText(filtered: boolean, searched: boolean): string {
  if (filtered && searched) return "Nothing matches the search and the filter together.";
  if (searched) return "No name, e-mail, company or phone is like that, typing errors allowed.";
  return filtered ? "No lead matches the filter." : "None of the leads are in here.";
}
