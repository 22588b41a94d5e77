import { useQuery } from "@tanstack/react-query";
import { ExternalLink, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link as RouterLink } from "react-router";
import { accountPeopleQuery, hasExpired, ownerInvitation } from "~/shared/accounts/account-people.ts";
import { InviteMemberDialog } from "~/shared/accounts/invite-member-dialog.tsx";
import { ResendButton } from "~/shared/accounts/resend-button.tsx";
import { ClientCombobox, ClientOptionDetails } from "~/shared/client-combobox.tsx";
import { Button } from "~/ui/button.tsx";
import { FieldError } from "~/ui/field.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import type { Client } from "./api.ts";

type Props = {
  client: Client | null;
  onPick: (client: Client | null) => void;
  error?: string | undefined;
  readOnly?: boolean;
  /** The chosen client's account is archived, so nothing can be billed to it. */
  isArchived?: boolean;
  /** What an archived account prevents. */
  archived?: string;
  /** What waits for the owner of an account that no one has joined yet. */
  waiting: string;
  /** Whether the search has the focus from the start. */
  autoFocus?: boolean;
  /** What comes after the choice and gets the focus. */
  next?: RefObject<HTMLElement | null>;
};

/** Chooses the client. Typing finds active clients by name, company or email; arrows and Enter pick one. */
export function ClientPicker({ client, onPick, readOnly = false, autoFocus = false, next, ...about }: Props) {
  const { error } = about;
  const box = useRef<HTMLDivElement>(null);
  const changed = useRef(false);
  const isChosen = client !== null;
  // The focused control is gone after a choice, so the one that replaces it gets the focus.
  useEffect(() => {
    if (!changed.current) return;
    changed.current = false;
    const after = isChosen ? next?.current : null;
    (after ?? box.current?.querySelector<HTMLElement>(isChosen ? "button" : "input"))?.focus();
  }, [isChosen, next]);
  const pick = (picked: Client | null) => {
    changed.current = true;
    onPick(picked);
  };
  return (
    <div ref={box} className="grid min-w-0 grid-cols-1">
      {client ? (
        <Chosen {...about} client={client} onClear={readOnly ? undefined : () => pick(null)} />
      ) : (
        <ClientSearch onPick={pick} error={error} autoFocus={autoFocus} />
      )}
    </div>
  );
}

type ChosenProps = Pick<Props, "error" | "waiting" | "isArchived" | "archived"> & {
  client: Client;
  onClear: (() => void) | undefined;
};

function Chosen({ client, onClear, error, waiting, isArchived, archived }: ChosenProps) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <span className="font-medium text-13">Client</span>
      <div className="flex min-h-12 items-center gap-3 rounded-ctl border border-line bg-sunken py-1.5 pr-1.5 pl-3">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium text-sm">
            {client.for_account || client.company || client.name}
          </span>
          <span className="block truncate text-ink-3 text-xs">
            {client.id ? <ClientOptionDetails client={client} /> : "No owner yet"}
          </span>
        </span>
        {onClear && (
          <Button variant="ghost" size="icon-sm" aria-label="Choose another client" onClick={onClear}>
            <X aria-hidden="true" />
          </Button>
        )}
      </div>
      {client.account_id && isArchived ? (
        <ArchivedAccount accountId={client.account_id} error={error} text={archived} />
      ) : (
        client.id === null &&
        client.account_id && (
          <OwnerMissing account={{ id: client.account_id, name: client.name }} waiting={waiting} error={error} />
        )
      )}
      {error && client.id !== null && !(client.account_id && isArchived) && (
        <div data-invalid="">
          <FieldError id="client-error">{error}</FieldError>
        </div>
      )}
    </div>
  );
}

type ArchivedProps = { accountId: string; error: string | undefined; text: string | undefined };

/** Says that nothing can be billed to the account, and leads to its record, in a new tab, so that what was typed stays. */
function ArchivedAccount({
  accountId,
  error,
  text = "Nothing here can be saved or sent until it's restored.",
}: ArchivedProps) {
  return (
    <div
      data-invalid={error ? "" : undefined}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-13 phone:[&>a]:w-full"
    >
      <div className="min-w-0 flex-1 basis-64">
        {error ? (
          <FieldError id="owner-error">{error}</FieldError>
        ) : (
          <p className="text-ink-3">This account is archived. {text}</p>
        )}
      </div>
      <Button size="sm" asChild>
        <RouterLink to={`/admin/accounts/${accountId}`} target="_blank" rel="noopener">
          Open account
          <ExternalLink aria-hidden="true" />
          <span className="sr-only"> (opens in a new tab)</span>
        </RouterLink>
      </Button>
    </div>
  );
}

type OwnerMissingProps = { account: { id: string; name: string }; waiting: string; error: string | undefined };

/** Says whom the account waits for and what waits with it, and offers to invite the owner or to send the invitation again. */
function OwnerMissing({ account, waiting, error }: OwnerMissingProps) {
  const { data: people } = useQuery(accountPeopleQuery(account.id));
  const invitation = people && ownerInvitation(people);
  return (
    <div
      data-invalid={error ? "" : undefined}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 phone:[&>button]:w-full"
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5 text-13">
        {invitation && (
          <p className="wrap-anywhere">
            Invited {invitation.email} <TimeAgo at={invitation.created_at} />.
            {hasExpired(invitation) && " The invitation has expired."}
          </p>
        )}
        {error ? <FieldError id="owner-error">{error}</FieldError> : <p className="text-ink-3">{waiting}</p>}
      </div>
      {invitation && <ResendButton accountId={account.id} invitation={invitation} />}
      {people && !invitation && <InviteMemberDialog account={account} initialRole="owner" />}
    </div>
  );
}

type SearchProps = Pick<Props, "error" | "autoFocus"> & { onPick: (client: Client) => void };

function ClientSearch({ onPick, error, autoFocus = false }: SearchProps) {
  const [typed, setTyped] = useState("");
  return (
    <ClientCombobox
      label="Client"
      name="client"
      typed={typed}
      onType={setTyped}
      onPick={onPick}
      placeholder="Name, company or email"
      error={error}
      empty="No matching clients. Create an account for a new one under Accounts."
      withAccounts
      autoFocus={autoFocus}
    />
  );
}
