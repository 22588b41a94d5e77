import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Building2, PanelsTopLeft, ReceiptText, RefreshCcw } from "lucide-react";
import { rpc } from "~/shared/api.ts";
import { HighlightedText } from "~/shared/highlighted-text.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { useThrottledValue } from "~/shared/use-throttled-value.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { InvoiceChip } from "~/ui/chip.tsx";
import { readableStatus } from "../../../../domain/invoice-balance.ts";
import { invoiceName } from "../../../../domain/invoices.ts";
import { PaletteGroup, PaletteItem } from "./palette-items.tsx";

const MAX_CLIENTS = 5;
const MAX_INVOICES = 4;
const MAX_RECORDS = 4;
/** Numbers are found among these, because the search also finds amounts and years in descriptions. */
const SEARCHED_INVOICES = 50;

/** The parts of an invoice that the palette shows (`search_invoices`). */
export const foundInvoices = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      invoice_number: z.nullable(z.string()),
      status: z.string(),
      refund: z.nullable(z.string()),
      client_name: z.nullable(z.string()),
      client_company: z.nullable(z.string()),
    }),
  ),
});

/** Without an id it is an account that no one owns, with the invited address, if any. */
type FoundClient = {
  id: string | null;
  account_id: string | null;
  name: string;
  company: string | null;
  email: string | null;
  /** The names of a person's accounts. */
  for_account: string | null;
  /** Of an account that no one owns: someone was in it before. */
  everyone_left?: boolean | undefined;
  /** Tells accounts of one name apart that no one has joined yet. */
  slug?: string | null | undefined;
};
type FoundInvoice = z.infer<typeof foundInvoices>["rows"][number];

/** An account, a landing page or a retainer (`search_records`). The name of its account is null if it has none. */
type FoundRecord = { kind: string; id: string; name: string; account_name: string | null; account_slug: string | null };

/**
 * Clients and accounts without people by name, company or email, invoices by number, and other records by name. For admins. An account
 * that is among the clients isn't there twice.
 */
export function useClientSearch(query: string, isAdmin: boolean) {
  const typed = query.trim();
  const asked = useThrottledValue(typed);
  const enabled = isAdmin && asked !== "";
  const clients = useQuery({
    queryKey: queryKeys.clientSearch(asked),
    queryFn: (): Promise<FoundClient[]> =>
      rpc("search_billable_clients", { p_query: asked, p_limit: MAX_CLIENTS, p_accounts: true, p_everyone: true }),
    enabled,
    placeholderData: keepPreviousData,
  });
  // Every number has a digit.
  const isNumber = /\d/.test(asked);
  const invoices = useQuery({
    queryKey: queryKeys.invoiceSearch({ palette: asked }),
    queryFn: async () => {
      const { rows } = await rpc("search_invoices", { p_query: asked, p_limit: SEARCHED_INVOICES }, foundInvoices);
      const word = asked.toLowerCase();
      return rows.filter((invoice) => invoiceName(invoice).toLowerCase().includes(word)).slice(0, MAX_INVOICES);
    },
    enabled: enabled && isNumber,
    placeholderData: keepPreviousData,
  });
  const records = useQuery({
    queryKey: queryKeys.recordSearch(asked),
    queryFn: (): Promise<FoundRecord[]> => rpc("search_records", { p_query: asked, p_limit: MAX_RECORDS }),
    enabled,
    placeholderData: keepPreviousData,
  });
  const isSearching = clients.isFetching || records.isFetching || (isNumber && invoices.isFetching);
  const withSlug = (client: FoundClient): FoundClient => {
    const account = !client.id && records.data?.find(({ id }) => id === client.account_id);
    return account && hasNamesake(account, records.data ?? []) ? { ...client, slug: account.account_slug } : client;
  };
  const isListed = ({ id }: FoundRecord) => clients.data?.some((client) => client.account_id === id) === true;
  return {
    clients: enabled && typed ? (clients.data ?? []).map(withSlug) : [],
    invoices: enabled && typed && isNumber ? (invoices.data ?? []) : [],
    records: enabled && typed ? (records.data ?? []).filter((record) => !isListed(record)) : [],
    pending: isAdmin && typed !== "" && (asked !== typed || isSearching),
    failed: enabled && (clients.isError || invoices.isError || records.isError),
  };
}

type Props = {
  clients: FoundClient[];
  invoices: FoundInvoice[];
  match: string;
  onGo: (path: string) => () => void;
};

export function ClientItems({ clients, invoices, match, onGo }: Props) {
  return (
    <>
      <PaletteGroup heading="Clients">
        {clients.map(({ id, account_id, name, company, email, for_account, everyone_left, slug }) => (
          <PaletteItem
            key={id ?? account_id}
            value={`client ${id ?? account_id}`}
            onSelect={onGo(id ? `/admin/clients/${id}` : `/admin/accounts/${account_id}`)}
          >
            <Avatar name={company || name} size={20} />
            <span className="min-w-0 flex-1 truncate">
              <b className="font-medium">
                <HighlightedText text={company || name} match={match} />
              </b>{" "}
              <span className="text-ink-3">
                <HighlightedText
                  text={[
                    company ? name : (email ?? (everyone_left ? "Everyone left" : "No one has joined yet")),
                    for_account !== name && for_account !== company && for_account,
                    slug,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                  match={match}
                />
              </span>
            </span>
            {company && <span className="max-w-[45%] shrink-0 truncate text-ink-3 text-xs phone:hidden">{email}</span>}
          </PaletteItem>
        ))}
      </PaletteGroup>
      <PaletteGroup heading="Invoices">
        {invoices.map(({ id, status, refund, client_name, client_company, ...invoice }) => (
          <PaletteItem key={id} value={`invoice ${id}`} onSelect={onGo(`/admin/billing/${id}`)}>
            <ReceiptText aria-hidden="true" />
            <span className="min-w-0 flex-1 truncate">
              <b className="num font-medium">
                <HighlightedText text={invoiceName({ id, ...invoice })} match={match} />
              </b>{" "}
              <span className="text-ink-3">{client_company || client_name}</span>
            </span>
            <InvoiceChip status={readableStatus({ status, refund })} />
          </PaletteItem>
        ))}
      </PaletteGroup>
    </>
  );
}

const RECORDS = {
  account: { heading: "Accounts", Icon: Building2, pathOf: ({ id }: FoundRecord) => `/admin/accounts/${id}` },
  page: {
    heading: "Landing pages",
    Icon: PanelsTopLeft,
    pathOf: ({ id, account_slug }: FoundRecord) =>
      account_slug === "agency" ? `/admin/landing-pages/${id}` : `/workspace/${account_slug}/pages/${id}`,
  },
  retainer: {
    heading: "Retainers",
    Icon: RefreshCcw,
    pathOf: ({ id, name }: FoundRecord) => `/admin/billing?tab=retainers&q=${encodeURIComponent(name)}&retainer=${id}`,
  },
};

/** Accounts of one name are told apart by the one in their address. */
const hasNamesake = ({ kind, id, name }: FoundRecord, records: FoundRecord[]) =>
  kind === "account" && records.some((other) => other.kind === kind && other.id !== id && other.name === name);

type RecordProps = Pick<Props, "match" | "onGo"> & { records: FoundRecord[] };

/** The other records, a group for each kind. */
export function RecordItems({ records, match, onGo }: RecordProps) {
  return Object.entries(RECORDS).map(([kind, { heading, Icon, pathOf }]) => (
    <PaletteGroup key={kind} heading={heading}>
      {records
        .filter((record) => record.kind === kind)
        .map((record) => (
          <PaletteItem key={record.id} value={`${kind} ${record.id}`} onSelect={onGo(pathOf(record))}>
            <Icon aria-hidden="true" />
            <span className="min-w-0 flex-1 truncate">
              <b className="font-medium">
                <HighlightedText text={record.name} match={match} />
              </b>{" "}
              {record.account_slug !== "agency" && (
                <span className="text-ink-3">
                  {record.account_name ?? (hasNamesake(record, records) ? record.account_slug : "")}
                </span>
              )}
            </span>
          </PaletteItem>
        ))}
    </PaletteGroup>
  ));
}
