import { Plus } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { AUDIT_LOG_PAGE } from "~/shared/settings/settings-sections.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { useUrlTab } from "~/shared/use-url-tab.ts";
import { Button } from "~/ui/button.tsx";
import { Link } from "~/ui/link.tsx";
import { Tabs, TabsBar, TabsContent, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { InvoicesPanel } from "./invoices-panel.tsx";
import { RetainersPanel } from "./retainers-panel.tsx";

const TABS = ["invoices", "retainers"] as const;

/** /admin/billing: invoices and retainers of all clients. The tab, search and filters are in the URL. */
export function BillingScreen() {
  const { change } = useUrlState();
  const [tab, showTab] = useUrlTab(TABS);
  return (
    <Tabs value={tab} onValueChange={(next) => showTab(next as (typeof TABS)[number])}>
      <TabsBar
        action={
          tab === "invoices" ? (
            <Button variant="primary" asChild>
              <RouterLink to="/admin/billing/new">
                <Plus aria-hidden="true" />
                New invoice
              </RouterLink>
            </Button>
          ) : (
            <Button
              variant="primary"
              icon={<Plus aria-hidden="true" />}
              onClick={() => change({ retainer: "new" }, { push: true })}
            >
              New retainer
            </Button>
          )
        }
      >
        <TabsList aria-label="Billing">
          <TabsTrigger value="invoices">Invoices</TabsTrigger>
          <TabsTrigger value="retainers">Retainers</TabsTrigger>
        </TabsList>
      </TabsBar>
      <TabsContent value="invoices" className="pt-5">
        <InvoicesPanel />
      </TabsContent>
      <TabsContent value="retainers" className="pt-5">
        <RetainersPanel />
      </TabsContent>
      <p className="pt-3 text-13 text-ink-3">
        Every change is in the{" "}
        <Link asChild>
          <RouterLink to={`${AUDIT_LOG_PAGE}&type=${tab}`}>audit log</RouterLink>
        </Link>
        .
      </p>
    </Tabs>
  );
}
