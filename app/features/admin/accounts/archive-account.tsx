import { useQueryClient } from "@tanstack/react-query";
import { ArchiveRestore, ExternalLink } from "lucide-react";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { hasExpired } from "~/shared/accounts/account-people.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Link } from "~/ui/link.tsx";
import { CancelPlanButton } from "../lib/plan-change.tsx";
import { type AccountRecord, accountQuery, archiveAccount } from "./api.ts";

/** Why an account can't be archived: how many of each are open. */
type InUse = Pick<AccountRecord["running"], (typeof IN_USE)[number]>;

const IN_USE = ["invoices", "agreed", "retainers", "domains", "plans"] as const;

/** Opens an archived account again. */
function useRestore({ id, name }: AccountRecord) {
  return useAction({
    action: () => archiveAccount(id, false),
    successMessage: `${name} is open again`,
    errorMessage: "Couldn't restore the account",
    invalidates: CHANGED,
  });
}

const CHANGED = [queryKeys.accounts()];
const undoToastOf = ({ id }: AccountRecord) => `archived-${id}`;

export function RestoreButton({ account }: { account: AccountRecord }) {
  const restore = useRestore(account);
  return (
    <Button
      loading={restore.busy}
      onClick={() => {
        toast.dismiss(undoToastOf(account));
        void restore.run();
      }}
    >
      <ArchiveRestore aria-hidden="true" />
      <span>Restore account</span>
    </Button>
  );
}

type DialogProps = { account: AccountRecord; open: boolean; onClose: () => void };

/** Archives the account after a question, with Undo. The dialog says what prevents it. */
export function ArchiveDialog({ account, open, onClose }: DialogProps) {
  const { id, name, running } = account;
  const [refused, setRefused] = useState<InUse | null>(null);
  const restore = useRestore(account);
  const archive = useAction({
    action: () => archiveAccount(id, true),
    successMessage: {
      id: undoToastOf(account),
      title: `${name} archived`,
      action: { label: "Undo", onClick: () => void restore.run() },
    },
    errorMessage: "Couldn't archive the account",
    handleError: (error) => {
      const refusal = error instanceof ServiceError ? error.refusal : null;
      if (refusal?.code !== "account_in_use") return false;
      const [invoices = 0, agreed = 0, retainers = 0, domains = 0, plans = 0] = IN_USE.map((kind) =>
        Number(refusal.facts[kind] ?? 0),
      );
      setRefused({ invoices, agreed, retainers, domains, plans });
      return true;
    },
    onSuccess: onClose,
    invalidates: CHANGED,
  });
  const inUse = refused ?? running;
  const isInUse = IN_USE.some((kind) => inUse[kind] > 0);
  const check = useCheck(account, inUse, () => setRefused(null));
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        setRefused(null);
        check.clear();
        onClose();
      }}
    >
      <DialogContent>
        <DialogTitle>Archive {name}?</DialogTitle>
        <DialogDescription>
          Its workspace closes for its members and for your reps there. Nothing is deleted, and you can restore it at
          any time.
        </DialogDescription>
        {isInUse && <InUseBanner account={account} inUse={inUse} />}
        <Staying account={account} />
        <p role="status" className={isInUse && check.told ? "text-13 text-ink-2" : "sr-only"}>
          {isInUse && check.told}
        </p>
        <DialogFooter>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          {isInUse ? (
            <Button key="check" loading={check.busy} onClick={() => void check.run()}>
              <span>Check again</span>
            </Button>
          ) : (
            <Button key="archive" variant="danger" loading={archive.busy} onClick={() => void archive.run()}>
              <span>Archive</span>
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** Reads again what prevents archiving, because it may be settled in another tab, and says when everything still does. */
function useCheck({ id }: AccountRecord, before: InUse, onChecked: () => void) {
  const client = useQueryClient();
  const [told, setTold] = useState("");
  const check = useAction({
    action: async () => {
      setTold("");
      await client.invalidateQueries({ queryKey: queryKeys.accounts() });
      const after = client.getQueryData(accountQuery(id).queryKey)?.running;
      if (after && IN_USE.every((kind) => after[kind] === before[kind])) setTold("Checked just now. Nothing changed.");
      onChecked();
    },
    isRead: true,
    errorMessage: "Couldn't check the account",
  });
  return { ...check, told, clear: () => setTold("") };
}

/** What is active but doesn't prevent archiving, and what happens to it. */
function Staying({ account: { running, people } }: { account: AccountRecord }) {
  const { drafts, bookings } = running;
  const invitations = people.invitations.filter((invitation) => !hasExpired(invitation)).length;
  if (drafts + bookings + invitations === 0) return null;
  return (
    <ul className="grid list-disc gap-1 pl-4 text-13 text-ink-2 marker:text-ink-3">
      {drafts > 0 && (
        <li>
          {drafts === 1 ? "1 draft stays, but it" : `${drafts} drafts stay, but they`} can't be sent while the account
          is archived.
        </li>
      )}
      {invitations > 0 && (
        <li>
          {invitations === 1 ? "1 open invitation stays, but it" : `${invitations} open invitations stay, but they`}{" "}
          can't be accepted while the account is archived.
        </li>
      )}
      {bookings > 0 && (
        <li>
          {bookings === 1 ? "1 booked call stays" : `${bookings} booked calls stay`} booked. Its hosts can't open the
          workspace, and no one can book new calls.
        </li>
      )}
    </ul>
  );
}

/** What prevents archiving, with a link to where it can be settled. */
function InUseBanner({ account, inUse }: { account: AccountRecord; inUse: InUse }) {
  const { invoices, agreed, retainers, domains, plans } = inUse;
  return (
    <Banner role="alert" tone="warn" title={`${account.name} is still in use`}>
      <ul className="grid gap-1">
        {invoices > 0 && (
          <li>
            {invoices === 1 ? "1 invoice is open. Choose" : `${invoices} invoices are open. For each, choose`} Record
            payment or Cancel invoice in <BillingLink to={`/admin/billing?client=${account.id}&status=open`} />.
          </li>
        )}
        {agreed > 0 && (
          <li>
            {agreed === 1
              ? "1 invoice is active and not due yet. Choose Cancel invoice"
              : `${agreed} invoices are active and not due yet. For each, choose Cancel invoice`}{" "}
            in <BillingLink to={`/admin/billing?client=${account.id}&status=active`} />, or wait until{" "}
            {agreed === 1 ? "it is" : "they are"} paid.
          </li>
        )}
        {retainers > 0 && (
          <li>
            {retainers === 1 ? "1 retainer is" : `${retainers} retainers are`} active and would keep charging.{" "}
            {retainers === 1 ? "Set its status to paused" : "Set their status to paused"}, or choose End retainer, in{" "}
            <BillingLink to={`/admin/billing?tab=retainers&q=${encodeURIComponent(account.name)}`} />.
          </li>
        )}
        {domains > 0 && (
          <li>
            {domains === 1 ? "1 published page uses" : `${domains} published pages use`} a custom domain. Unpublish{" "}
            {domains === 1 ? "it" : "them"} in the workspace first.
          </li>
        )}
        {plans > 0 && account.running.payers.map((payer) => <PayerItem key={payer.id} payer={payer} />)}
      </ul>
    </Banner>
  );
}

/** Someone who would go on paying for Premium of a closed account. */
function PayerItem({ payer: { id, name, in_trial } }: { payer: AccountRecord["running"]["payers"][number] }) {
  return (
    <li>
      <NewTabLink to={`/admin/clients/${id}`}>{name}</NewTabLink>{" "}
      {in_trial ? "would pay for Premium after the free trial." : "would keep paying for Premium."} The plan covers no
      other open account. They can cancel it under Plan and billing, or you can do it for them:
      <span className="mt-1.5 block">
        <CancelPlanButton payer={{ id, name, inTrial: in_trial }} />
      </span>
    </li>
  );
}

function BillingLink({ to }: { to: string }) {
  return <NewTabLink to={to}>Billing</NewTabLink>;
}

/** In a new tab, so that the question stays open and can be checked again. */
function NewTabLink({ to, children }: { to: string; children: string }) {
  return (
    <Link asChild>
      <RouterLink to={to} target="_blank" rel="noopener">
        {children}
        <ExternalLink aria-hidden="true" className="ml-1 inline size-3.5" />
        <span className="sr-only"> (opens in a new tab)</span>
      </RouterLink>
    </Link>
  );
}
