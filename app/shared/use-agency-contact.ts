import { queryOptions, useQuery } from "@tanstack/react-query";
import { runQuery } from "./api.ts";
import { queryKeys } from "./query-keys.ts";
import * as z from "./schema.ts";

const contact = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** The default currency of leads and new invoices. */
  currency: z.string(),
});

const STALE_TIME_MS = 10 * 60_000;

export const agencyContactQuery = queryOptions({
  queryKey: queryKeys.agencyContact(),
  queryFn: loadAgencyContact,
  staleTime: STALE_TIME_MS,
});

/** The agency's contact for invoices, from its settings. */
export function useAgencyContact() {
  return useQuery(agencyContactQuery);
}

async function loadAgencyContact() {
  const data = await runQuery((db) => db.rpc("agency_contact"));
  return z.parse(contact, data);
}
