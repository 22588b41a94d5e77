import { queryOptions, useQuery } from "@tanstack/react-query";
import { rpc } from "./api.ts";
import { loadConfig } from "./config.ts";
import { publicFileUrl } from "./files.ts";
import { queryKeys } from "./query-keys.ts";
import * as z from "./schema.ts";

/** The answer of agency_contact(). */
export const contact = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** The default currency of leads and new invoices. */
  currency: z.string(),
  /** Null for the built-in mark. */
  logo: z.nullable(
    z.object({
      /** Its file in the bucket brand. */
      name: z.string(),
      width: z.number(),
      height: z.number(),
      /** Whether it is on a white plate on dark backgrounds. */
      plate: z.boolean(),
    }),
  ),
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

async function loadAgencyContact() {
  const [{ logo, ...rest }, { supabaseUrl }] = await Promise.all([rpc("agency_contact", {}, contact), loadConfig()]);
  return { ...rest, logo: logo && toAgencyLogo(supabaseUrl, logo) };
}

/** A stored logo with its address. */
export function toAgencyLogo(
  supabaseUrl: string,
  { name, ...size }: Omit<AgencyLogo, "src"> & { name: string },
): AgencyLogo {
  return { ...size, src: publicFileUrl(supabaseUrl, "brand", name) };
}
