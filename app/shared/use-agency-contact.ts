import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Region } from "../../domain/format-locale.ts";
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
  /** IANA name. Every billing day is a day in this zone, wherever the reader is. */
  time_zone: z.string(),
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

/** The region for days of invoices, payments and plans. Until it is known, the reader's own zone. */
export function useBillingRegion(): Region {
  const { data } = useAgencyContact();
  return { timeZone: data?.time_zone };
}

async function loadAgencyContact() {
  const data = await runQuery((db) => db.rpc("agency_contact"));
  return z.parse(contact, data);
}
