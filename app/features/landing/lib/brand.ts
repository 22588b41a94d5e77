import { queryOptions } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { loadConfig } from "~/shared/config.ts";
import { queryClient } from "~/shared/query-client.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { storedLogo } from "~/shared/use-agency-contact.ts";

const text = z.nullable(z.string());

/** The answer of landing_brand(). */
export const brandAnswer = z.object({
  revision: z.number(),
  accent: text,
  page: text,
  ink: text,
  heading_font: z.string(),
  text_font: z.string(),
  corner: z.string(),
  shows_logo: z.boolean(),
  favicon: text,
  business_name: text,
  address: text,
  phone: text,
  email: text,
  privacy_url: text,
  terms_url: text,
  legal_notice_url: text,
  account: z.object({ name: z.string(), accent: text, logo: z.nullable(storedLogo) }),
  /** How many published pages follow it. */
  live_pages: z.number(),
  /** The pages that follow it, published or in their draft. */
  pages: z.array(z.object({ id: z.string(), title: z.string(), is_live: z.boolean() })),
  /** Whether an admin changes the footer of published pages. */
  asks_for_footer: z.boolean(),
});

export type LoadedBrand = z.infer<typeof brandAnswer> & {
  /** Where its files are: "" for this host. */
  storage: string;
};

/** The brand of the account with this slug. */
export const brandOfQuery = (account?: string) =>
  queryOptions({
    queryKey: queryKeys.landingBrand(account),
    queryFn: async (): Promise<LoadedBrand> => {
      const [brand, { supabaseUrl }] = await Promise.all([
        rpc("landing_brand", {}, brandAnswer, account),
        loadConfig(),
      ]);
      return { ...brand, storage: supabaseUrl === location.origin ? "" : supabaseUrl.replace(/\/+$/, "") };
    },
    staleTime: 5_000,
  });

/** The brand of the account that one works in. */
export const brandQuery = brandOfQuery();

/** Loads the brand for those who draw pages. A page without it has the theme Paper until the next look. */
export async function loadBrandForPages(): Promise<void> {
  await queryClient.fetchQuery(brandQuery).catch(() => undefined);
}

/** The brand as it was last loaded. */
export const lastBrand = (): LoadedBrand | undefined => queryClient.getQueryData(brandQuery.queryKey);
