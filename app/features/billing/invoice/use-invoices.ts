import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { type InvoiceFilter, listInvoices } from "./list-invoices.ts";

/** What was paid a moment ago must not show as open for long. */
const STALE_TIME_MS = 5_000;

function invoicePages(userId: string, filter: InvoiceFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.invoices(userId, filter),
    queryFn: ({ pageParam }) => listInvoices(userId, filter, pageParam),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    staleTime: STALE_TIME_MS,
  });
}

/** A client's invoices, a page at a time; what was shown stays until another choice has been answered. */
export function useInvoices(userId: string, filter: InvoiceFilter) {
  return useInfiniteQuery({ ...invoicePages(userId, filter), placeholderData: keepPreviousData });
}
