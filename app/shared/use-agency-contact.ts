import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Region } from "../../domain/format-locale.ts";
import { rpc } from "./api.ts";
import { loadConfig } from "./config.ts";
import { publicFileUrl } from "./files.ts";
import { queryKeys } from "./query-keys.ts";
import * as z from "./schema.ts";

/** A logo as the database has it. */
export const storedLogo = z.object({
  /** Its file in the bucket brand. */
  name: z.string(),
  width: z.number(),
  height: z.number(),
  /** Whether it is on a white plate on dark backgrounds. */
  plate: z.boolean(),
});
export type StoredLogo = z.infer<typeof storedLogo>;

/** The answer of agency_contact(). */
export const contact = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** The tax or VAT number on invoices. */
  tax_id: z.nullable(z.string()),
  /** The default currency of leads and new invoices. */
  currency: z.string(),
  /** Null for the built-in mark. */
  logo: z.nullable(storedLogo),
  /** Its color as #rrggbb. Null for the product's own. */
  accent: z.nullable(z.string()),
  /** IANA name. Every billing day is a day in this zone, wherever the reader is. */
  time_zone: z.string(),
});

export type AgencyLogo = { src: string; width: number; height: number; plate: boolean };

const STALE_TIME_MS = 10 * 60_000;

export const agencyContactQuery = queryOptions({
  queryKey: queryKeys.agencyContact(),
  queryFn: loadAgencyContact,
  staleTime: STALE_TIME_MS,
});

/** The agency's contact and logo, from its settings. */
export function useAgencyContact() {
  return useQuery(agencyContactQuery);
}

/** The region for days of invoices, payments, plans and landing tests. Until it is known, the reader's own zone. */
export function useBillingRegion(): Region {
  const { data } = useAgencyContact();
  return { timeZone: data?.time_zone };
}

async function loadAgencyContact() {
  const [{ logo, ...rest }, { supabaseUrl }] = await Promise.all([rpc("agency_contact", {}, contact), loadConfig()]);
  return { ...rest, logo: logo && toAgencyLogo(supabaseUrl, logo) };
}

/** A stored logo with its address. */
export function toAgencyLogo(supabaseUrl: string, { name, ...size }: StoredLogo): AgencyLogo {
  return { ...size, src: publicFileUrl(supabaseUrl, "brand", name) };
}
