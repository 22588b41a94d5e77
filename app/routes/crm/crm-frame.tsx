import { lazy, type ReactNode, Suspense, useState } from "react";
import { LeadDrawer } from "~/features/crm/lead/lead-drawer.tsx";
import { LeadActionsProvider } from "~/features/crm/lead-actions/lead-actions-provider.tsx";
import type { LeadRef } from "~/features/crm/lib/lead-types.ts";
import { useOpenLead } from "~/features/crm/lib/open-lead.ts";
import { DuplicatesCard } from "~/features/crm/merge/duplicates-card.tsx";
import { LazyPalette } from "~/features/crm/palette/lazy-palette.tsx";
import { CrmShell, type Overlay } from "~/features/crm/shell/crm-shell.tsx";
import { offerPremium } from "~/features/crm/workspace/offer-premium.ts";
import type { GuardResult } from "~/shared/require-access.ts";
import { useIsReadOnly, useWorkspace } from "~/shared/workspace-context.ts";

// Dialogs open by a shortcut or click, so they do not load with the page.
const ShortcutsDialog = lazy(async () => ({
  default: (await import("~/features/crm/shortcuts/shortcuts-dialog.tsx")).ShortcutsDialog,
}));
const NewLeadDialog = lazy(async () => ({
  default: (await import("~/features/crm/new-lead/new-lead-dialog.tsx")).NewLeadDialog,
}));
const WonDialog = lazy(async () => ({ default: (await import("~/features/crm/won/won-dialog.tsx")).WonDialog }));

type Props = Pick<GuardResult, "user" | "role"> & {
  /** Above every page, such as where one is. */
  bar?: ReactNode;
  children: (onWon: (lead: LeadRef) => void) => ReactNode;
};

/** The CRM's frame: its shell, and the lead that opens over any page. Sales people's settings and help have it, too. */
export function CrmFrame({ user, role, bar, children }: Props) {
  const [won, setWon] = useState<LeadRef | null>(null);
  // A lead that a client wins becomes no client of the agency.
  const onWon = useWorkspace() ? ignore : setWon;
  return (
    <LeadActionsProvider isAdmin={role === "admin"} onWon={onWon}>
      <CrmShell
        user={user}
        role={role}
        bar={bar}
        overlays={(open, onOpen) => <Overlays isAdmin={role === "admin"} open={open} onOpen={onOpen} />}
      >
        {children(onWon)}
        <LeadDrawer duplicates={(leadId) => <DuplicatesCard key={leadId} leadId={leadId} />} />
      </CrmShell>
      {won && (
        <Suspense>
          <WonDialog lead={won} isAdmin={role === "admin"} onClose={() => setWon(null)} />
        </Suspense>
      )}
    </LeadActionsProvider>
  );
}

const ignore = () => undefined;

type OverlayProps = { isAdmin: boolean; open: Overlay; onOpen: (next: Overlay) => void };

/** The overlays of a page: the palette, the list of shortcuts, and the form for a new lead. */
function Overlays({ isAdmin, open, onOpen }: OverlayProps) {
  const lead = useOpenLead();
  const isReadOnly = useIsReadOnly();
  const close = () => onOpen(null);
  return (
    <Suspense>
      {open === "palette" && (
        <LazyPalette
          isAdmin={isAdmin}
          onClose={close}
          onOpenLead={lead.open}
          onNewLead={(newLead) => (isReadOnly ? offerPremium() : onOpen({ newLead }))}
        />
      )}
      {open === "keys" && <ShortcutsDialog onClose={close} />}
      {open && typeof open === "object" && <NewLeadDialog searched={open.newLead} onClose={close} />}
    </Suspense>
  );
}
