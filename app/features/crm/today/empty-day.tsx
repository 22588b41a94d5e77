import { useQuery } from "@tanstack/react-query";
import { Coffee, Rocket } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { crmPath } from "~/shared/workspace.ts";
import { useIsReadOnly, useWorkspace } from "~/shared/workspace-context.ts";
import { Button } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { pulseQuery } from "../lib/pulse.ts";

/** Nothing to do: either all is answered, or the account has never had a lead and begins here. */
export function EmptyDay() {
  const { data: pulse } = useQuery(pulseQuery);
  const workspace = useWorkspace();
  const isReadOnly = useIsReadOnly();
  if (pulse?.leads !== 0)
    return (
      <EmptyState
        icon={<Coffee />}
        title="You're all caught up"
        text="New leads appear here as they arrive, and tasks when they're due."
        className="py-16"
      />
    );
  return (
    <EmptyState
      icon={<Rocket />}
      title="No leads yet"
      text={
        isReadOnly
          ? "Leads from your forms and landing pages appear here as they arrive, with a clock that shows how soon to answer."
          : "Import the leads you have, or let new ones come in. Each lead gets a clock that shows how soon to answer."
      }
      className="py-16"
    >
      {!isReadOnly && (
        <>
          <Button variant="primary" asChild>
            <RouterLink to={crmPath("/import")}>Import a file</RouterLink>
          </Button>
          {/* Lent sales reps don't work with the client's pages, and only owners and admins invite. */}
          {workspace && workspace.role !== "lent" && (
            <Button asChild>
              <RouterLink to={crmPath("/pages")}>Publish a page</RouterLink>
            </Button>
          )}
          {workspace?.manages_workspace && (
            <Button asChild>
              <RouterLink to={crmPath("/team")}>Invite your team</RouterLink>
            </Button>
          )}
        </>
      )}
    </EmptyState>
  );
}
