import { useQueryClient } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { CenteredPage } from "~/shared/centered-page.tsx";
import { tabTitle } from "~/shared/page-meta.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import type { Role } from "../../../../domain/roles.ts";
import { UnsentTexts } from "../lead/unsent-texts.tsx";
import { leadQuery } from "../lib/api.ts";
import { type UnsentText, unsentLeads, unsentTexts } from "../lib/drafts.ts";

/** Replaces the workspace of an account that the user can't enter anymore. What they typed stays in it until they leave. */
export function ClosedWorkspace({ name, role }: { name: string; role: Role | null }) {
  const client = useQueryClient();
  const [texts, setTexts] = useState<UnsentText[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    setTexts(
      unsentLeads().flatMap((id) => {
        const lead = client.getQueryData(leadQuery(id).queryKey);
        return unsentTexts(id).map(({ label, text }) => ({
          label: lead ? `${label}, ${leadName(lead)}` : label,
          text,
        }));
      }),
    );
    // Nothing of the page before is left.
    heading.current?.focus();
  }, [client]);
  const title = `You no longer work in ${name}`;
  return (
    <CenteredPage>
      <title>{tabTitle(title)}</title>
      <h1 ref={heading} tabIndex={-1} className="sr-only">
        {title}
      </h1>
      <div className="grid grid-cols-1 gap-5">
        <Card role="alert">
          <EmptyState
            icon={<Building2 />}
            title={title}
            text="You were removed from its team, your role changed, or the account was archived."
          >
            <Button asChild>
              {role === "sales" ? <a href="/crm">Open Sales</a> : <a href="/workspace">See your workspaces</a>}
            </Button>
          </EmptyState>
        </Card>
        <UnsentTexts texts={texts} />
      </div>
    </CenteredPage>
  );
}
