import { useQuery } from "@tanstack/react-query";
import { CalendarSync, SearchX } from "lucide-react";
import { useLocation } from "react-router";
import { ClientLink } from "~/shared/client-link.tsx";
import { DebouncedSearchField } from "~/shared/debounced-search-field.tsx";
import { FilterSelect } from "~/shared/filter-select.tsx";
import { Pagination } from "~/shared/pagination.tsx";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { RetainerChip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { FormDialog } from "~/ui/form-dialog.tsx";
import { rowLinkClasses } from "~/ui/link.tsx";
import { Money } from "~/ui/money.tsx";
import { SheetBody, SheetContent, SheetHeader, SheetTitle } from "~/ui/sheet.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import { billingDefaultsQuery, clientOfLink, PAGE_SIZE } from "./api.ts";
import { chosenEnd } from "./end-retainer.tsx";
import { noCharge, waitsForClient } from "./next-charge.ts";
import { RetainerForm } from "./retainer-form.tsx";
import { RetainerInvoices } from "./retainer-invoices.tsx";
import {
  RETAINER_FILTERS,
  type RetainerListItem,
  type RetainerSearchResult,
  retainerSearchQuery,
} from "./retainers-api.ts";

/** All retainers of all clients, their monthly total, and the editor for one. */
export function RetainersPanel() {
  const { read, change } = useUrlState();
  const params = {
    query: read("q"),
    filter: RETAINER_FILTERS.find(({ value }) => value === read("status"))?.value ?? "all",
    page: Math.max(1, Math.trunc(Number(read("page"))) || 1),
  };
  const found = useQuery(retainerSearchQuery(params));
  const opened = read("retainer");
  // Only retainers of accounts that no one has joined yet are drafts, so most agencies have none.
  const hasDrafts = params.filter === "draft" || Boolean(found.data?.counts.draft);
  const filters = RETAINER_FILTERS.filter(({ value }) => value !== "draft" || hasDrafts);
  const narrowed = params.query || params.filter !== "all" || params.page > 1;
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <DebouncedSearchField
          label="Search by name or client"
          value={params.query}
          onChange={(q) => change({ q, page: "" })}
        />
        <FilterSelect
          legend="Which retainers to show"
          value={params.filter}
          options={filters}
          counts={found.data?.counts}
          onChange={(status) => change({ status: status === "all" ? "" : status, page: "" })}
        />
      </div>
      <QueryBoundary
        query={found}
        errorMessage="The retainers couldn't be loaded"
        skeleton={<TableSkeleton label="Loading the retainers" />}
      >
        {(data) => (
          <>
            <Sums result={data} />
            {data.rows.length > 0 && (
              <RetainersTable
                retainers={data.rows}
                stale={found.isPlaceholderData}
                onOpen={(id) => change({ retainer: id }, { push: true })}
              />
            )}
            {data.rows.length === 0 && (
              <EmptyState
                icon={narrowed ? <SearchX /> : <CalendarSync />}
                title={narrowed ? "No matching retainers" : "No retainers yet"}
                text={
                  narrowed
                    ? "No retainers match your search and filter."
                    : "A retainer sends its client an invoice every month automatically."
                }
              >
                <Button
                  onClick={() => (narrowed ? change({ q: "", status: "", page: "" }) : change({ retainer: "new" }))}
                >
                  {narrowed ? "Show all retainers" : "New retainer"}
                </Button>
              </EmptyState>
            )}
            <Pagination
              page={params.page}
              pageSize={PAGE_SIZE}
              total={data.total}
              itemsLabel="retainers"
              onPageChange={(page) => change({ page: page > 1 ? String(page) : "" }, { push: true })}
            />
            <RetainerSheet
              retainerParam={opened}
              retainer={data.rows.find(({ id }) => id === opened)}
              onClose={() => change({ retainer: "" })}
            />
          </>
        )}
      </QueryBoundary>
    </Card>
  );
}

function Sums({ result: { total, sums, counts } }: { result: RetainerSearchResult }) {
  return (
    <p
      aria-live="polite"
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-line-soft border-b bg-sunken px-4 py-2 text-13 text-ink-2"
    >
      <span>
        <span className="tabular-nums">{formatCount(total)}</span> {total === 1 ? "retainer" : "retainers"}
      </span>
      {sums.map(({ currency, amount }) => (
        <span key={currency}>
          <Money inText cents={amount} currency={currency} className="font-medium text-ink" /> a month from{" "}
          {counts.active === 1 ? "1 active retainer" : `${formatCount(counts.active)} active retainers`}
        </span>
      ))}
    </p>
  );
}

type Props = { retainers: RetainerListItem[]; stale: boolean; onOpen: (id: string) => void };

function RetainersTable({ retainers, stale, onOpen }: Props) {
  return (
    <Table aria-label="Retainers" cards stale={stale}>
      <TableHeader>
        <TableRow>
          <TableHead>Retainer</TableHead>
          <TableHead>Client</TableHead>
          <TableHead>Status</TableHead>
          <TableHead numeric>Monthly</TableHead>
          <TableHead>Next charge</TableHead>
          <TableHead>Ends</TableHead>
          <TableHead numeric>Invoices</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {retainers.map((retainer) => (
          <RetainerRow key={retainer.id} retainer={retainer} onOpen={() => onOpen(retainer.id)} />
        ))}
      </TableBody>
    </Table>
  );
}

function RetainerRow({ retainer, onOpen }: { retainer: RetainerListItem; onOpen: () => void }) {
  const { retainer_name, client_company, client_name, status, monthly_amount, currency, next_charge, end_date } =
    retainer;
  const end = chosenEnd(retainer);
  return (
    <TableRow className="relative cursor-pointer">
      <TableCell className="max-w-64 truncate phone:order-1 phone:max-w-none">
        <button
          type="button"
          onClick={onOpen}
          className={`max-w-full cursor-pointer truncate text-left font-medium hover:underline phone:text-sm ${rowLinkClasses}`}
        >
          {retainer_name}
        </button>
      </TableCell>
      <TableCell className="max-w-56 truncate text-ink-2 phone:order-3 phone:max-w-none phone:text-xs phone:even:text-left">
        <ClientLink id={retainer.client_id} accountId={retainer.account_id}>
          {client_company || client_name}
        </ClientLink>
      </TableCell>
      <TableCell className="phone:order-4 phone:text-right">
        <RetainerChip status={status} />
      </TableCell>
      <TableCell numeric className="phone:order-2 phone:text-sm">
        <Money cents={monthly_amount} currency={currency} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 phone:order-5 phone:col-span-2 phone:text-xs">
        {waitsForClient(retainer) ? (
          <>
            <span className="md:hidden">No charge</span>
            <span className="phone:hidden">None</span>{" "}
            {retainer.client_status === "inactive" ? "while deactivated" : "without an active client"}
          </>
        ) : (
          <>
            <span className="md:hidden">
              {next_charge ? `Next charge ${formatDay(next_charge)}` : noCharge(status)}
              {end && `, ends ${formatDay(end)}`}
            </span>
            <span className="phone:hidden">{next_charge ? formatDay(next_charge) : "–"}</span>
          </>
        )}
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        {end_date ? formatDay(end_date) : "Ongoing"}
      </TableCell>
      <TableCell hideOnPhone numeric className="text-ink-2">
        {retainer.invoices === 0 ? (
          0
        ) : (
          <button
            type="button"
            onClick={onOpen}
            aria-label={`Show ${formatCount(retainer.invoices)} ${retainer.invoices === 1 ? "invoice" : "invoices"}`}
            className="relative z-1 cursor-pointer text-ink underline decoration-line-strong underline-offset-2 hover:decoration-current"
          >
            {formatCount(retainer.invoices)}
          </button>
        )}
      </TableCell>
    </TableRow>
  );
}

type RetainerSheetProps = {
  /** 'new', a retainer's ID, or empty. */
  retainerParam: string;
  retainer: RetainerListItem | undefined;
  onClose: () => void;
};

/** The editor of a retainer, beside the list. */
function RetainerSheet({ retainerParam, retainer, onClose }: RetainerSheetProps) {
  const { state } = useLocation();
  const defaults = useQuery(billingDefaultsQuery);
  const shown = retainerParam === "new" || retainer !== undefined;
  return (
    <FormDialog
      Content={SheetContent}
      aria-describedby={undefined}
      open={shown && defaults.data !== undefined}
      inAddress
      onClose={onClose}
    >
      <SheetHeader>
        <SheetTitle>{retainer ? retainer.retainer_name : "New retainer"}</SheetTitle>
      </SheetHeader>
      <SheetBody>
        {retainer && <RetainerInvoices key={retainer.id} retainer={retainer} />}
        {defaults.data && (
          <RetainerForm
            key={retainerParam}
            retainer={retainer}
            defaults={defaults.data}
            client={clientOfLink(state)}
            onDone={onClose}
          />
        )}
      </SheetBody>
    </FormDialog>
  );
}
