import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { isEmailAddress } from "../../domain/email-address.ts";
import { type AccountRole, accountRole } from "./accounts/account-roles.ts";
import { rpc } from "./api.ts";
import { queryKeys } from "./query-keys.ts";

/** A client; or, without an id, an account that no one owns, with the invited address as its email. */
export type ClientOption = {
  id: string | null;
  account_id: string | null;
  name: string;
  company: string | null;
  email: string | null;
  /** What someone is in an account of several people. */
  role?: AccountRole | null;
  /** False for a person who belongs to no account, such as one who was removed from theirs. */
  has_account?: boolean | undefined;
  /** The name of the account that is meant, of someone who belongs to several. */
  for_account?: string | null | undefined;
  /** The member of the account who was found, if this is its owner, who gets the invoices instead. */
  member?: string | null | undefined;
  /** Of an account that no one owns: someone was in it before. */
  everyone_left?: boolean | undefined;
};

/** Active clients that match the search, and accounts that no one owns, if they are asked for. For admins. */
const clientOptionsQuery = (typed: string, withAccounts: boolean) =>
  queryOptions({
    queryKey: queryKeys.billableClients(typed, withAccounts),
    queryFn: (): Promise<ClientOption[]> =>
      rpc("search_billable_clients", { p_query: typed, p_accounts: withAccounts }),
    placeholderData: keepPreviousData,
  });

type Props = {
  label: string;
  name: string;
  typed: string;
  onType: (typed: string) => void;
  onPick: (client: ClientOption) => void;
  type?: "text" | "email";
  required?: boolean;
  placeholder: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** The text when no client matches. */
  empty: string;
  /** Accounts that no one owns can be picked, too. */
  withAccounts?: boolean;
  /** An address that belongs to no client is fine, too, so Enter keeps a complete one. */
  anyAddress?: boolean;
  autoFocus?: boolean;
};

/** A field that suggests clients by name, company or email. Arrows and Enter pick one; Escape closes the list. */
export function ClientCombobox({
  label,
  name,
  typed,
  onType,
  onPick,
  type,
  required = true,
  placeholder,
  hint,
  error,
  empty,
  withAccounts = false,
  anyAddress = false,
  autoFocus = false,
}: Props) {
  const [open, setOpen] = useState(false);
  // Null until an arrow or the pointer marks one.
  const [marked, setMarked] = useState<number | null>(null);
  const at = marked ?? (anyAddress && isEmailAddress(typed.trim()) ? -1 : 0);
  const list = useId();
  const box = useRef<HTMLDivElement>(null);
  const found = useQuery({ ...clientOptionsQuery(typed, withAccounts), enabled: open });
  const clients = found.data ?? [];
  const active = clients[Math.min(at, clients.length - 1)];
  const pick = (client: ClientOption) => {
    setOpen(false);
    onPick(client);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      setMarked(Math.max(0, Math.min(clients.length - 1, at + (event.key === "ArrowDown" ? 1 : -1))));
    } else if (event.key === "Enter" && open && active) {
      event.preventDefault();
      // While the clients of an earlier text are shown, Enter would pick one that doesn't match.
      if (!found.isPlaceholderData) pick(active);
    } else if (event.key === "Enter") {
      setOpen(false);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving it closes the list, wherever one goes
    <div
      ref={box}
      className="relative"
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Field label={label} required={required} error={error} hint={hint}>
        <Input
          name={name}
          type={type}
          role="combobox"
          aria-expanded={open}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={open && active ? `${list}-${keyOf(active)}` : undefined}
          autoComplete="off"
          autoFocus={autoFocus}
          placeholder={placeholder}
          value={typed}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            onType(event.target.value);
            setOpen(true);
            setMarked(null);
          }}
        />
      </Field>
      <div
        id={list}
        role="listbox"
        aria-label="Clients"
        hidden={!open}
        className="on-raised absolute inset-x-0 top-16 z-30 mt-1 max-h-72 overflow-y-auto rounded-card bg-raised p-1 shadow-pop forced:border"
      >
        {clients.map((client) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's
          <div
            key={keyOf(client)}
            ref={client === active ? showActive : undefined}
            id={`${list}-${keyOf(client)}`}
            role="option"
            tabIndex={-1}
            aria-selected={client === active}
            className={cn(
              "cursor-pointer rounded-sm px-2 py-1.5 text-13 phone:py-2.5",
              client === active && "bg-press",
            )}
            onPointerMove={() => setMarked(clients.indexOf(client))}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(client)}
          >
            <span className="block truncate font-medium">{client.for_account || client.company || client.name}</span>
            <span className="block truncate text-ink-3 text-xs">
              <ClientOptionDetails client={client} />
            </span>
            {client.member && (
              <span className="block text-ink-3 text-xs">{client.member} is a member, who gets no invoices.</span>
            )}
          </div>
        ))}
        {found.data && clients.length === 0 && <p className="px-2 py-2 text-13 text-ink-3">{empty}</p>}
        {found.isError && <p className="px-2 py-2 text-13 text-bad-fg">The clients couldn't be loaded.</p>}
        {found.isPending && <p className="px-2 py-2 text-13 text-ink-3">Searching…</p>}
      </div>
    </div>
  );
}

/** The arrows go on beyond the edge of the list. */
const showActive = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });

/** Two members may lead to the same owner. */
const keyOf = ({ id, account_id, member }: ClientOption) =>
  [id, account_id, member].filter(Boolean).join("-").replaceAll(" ", "_");

/** What tells clients with one name apart: the person, their role and their address, or that they have no account; of an account that no one owns, whether anyone ever joined. */
export function ClientOptionDetails({
  client: { id, company, name, email, role, has_account, for_account, everyone_left },
}: {
  client: ClientOption;
}) {
  const parts = id
    ? [(for_account || company) && name, role && accountRole(role)?.label, has_account === false && "No account", email]
    : [everyone_left ? "Everyone left" : "No one has joined yet", email && `${email} is invited`];
  return parts.filter(Boolean).join(" · ");
}
