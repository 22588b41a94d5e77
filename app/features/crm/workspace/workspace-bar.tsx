import { Building2, Eye } from "lucide-react";
import { useLocation } from "react-router";
import { PREMIUM_IS_FOR_OWNERS, PREMIUM_PATH } from "~/shared/premium-path.ts";
import { crmPath } from "~/shared/workspace.ts";
import type { Workspace } from "~/shared/workspace-query.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { PREMIUM_PAGES } from "./offer-premium.ts";

/** Above every page of a workspace: where people of the agency are, and what a free account can do. */
export function WorkspaceBar({ workspace: { name, role, may_write, archived_at } }: { workspace: Workspace }) {
  const { pathname } = useLocation();
  // These pages say themselves what Premium adds, so they have no second banner.
  const offers = PREMIUM_PAGES.some((path) => `${pathname}/`.startsWith(`${crmPath(path)}/`));
  const isVisitor = role === "admin" || role === "lent";
  return (
    <>
      {isVisitor && (
        <Banner
          tone={archived_at ? "warn" : "info"}
          icon={<Building2 aria-hidden="true" />}
          title={`You're in the workspace of ${name}`}
          className="mx-3 mt-3 md:mx-4"
          action={
            <Button size="sm" asChild>
              <a href={role === "admin" ? "/admin/accounts" : "/crm"}>Leave workspace</a>
            </Button>
          }
        >
          {archived_at
            ? "This account is archived. Its own people can't enter it."
            : "You can see and change this client's leads. Your visit is recorded in the audit log."}
        </Banner>
      )}
      {!may_write && !offers && (
        <Banner
          tone="info"
          icon={<Eye aria-hidden="true" />}
          title="You're on the free plan, so your leads are read-only"
          className="mx-3 mt-3 md:mx-4"
          action={
            role !== "member" && (
              <Button size="sm" asChild>
                <a href={PREMIUM_PATH}>See Premium</a>
              </Button>
            )
          }
        >
          You see your newest 50 leads, the total count, and how fast leads were answered in the last 30 days. With
          Premium, you can work with them: board, tasks, import and export, landing pages, and all analytics.
          {role === "member" && ` ${PREMIUM_IS_FOR_OWNERS}`}
        </Banner>
      )}
    </>
  );
}
