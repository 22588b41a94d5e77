import { rpc } from "~/shared/api.ts";
import type { StoredLogo } from "~/shared/use-agency-contact.ts";
import type { Json } from "../../../supabase/database.types.ts";

export type BrandedAccount = {
  id: string;
  name: string;
  logo: StoredLogo | null;
  accent: string | null;
  updated_at: string;
};

export type BrandChanges = { name?: string; accent?: string | null };

/** Saves an account's brand if the account is still as it was at `seen`. PT409 (outdated): it isn't. */
export const saveBrand = (id: string, changes: BrandChanges, seen?: string) => save(id, changes, seen);

export const saveLogo = (id: string, logo: StoredLogo | null, seen: string) =>
  save(
    id,
    {
      logo: logo?.name ?? null,
      logo_width: logo?.width ?? null,
      logo_height: logo?.height ?? null,
      logo_plate: logo?.plate ?? false,
    },
    seen,
  );

async function save(id: string, changes: Record<string, Json | undefined>, seen?: string): Promise<void> {
  await rpc("update_account", { p_account_id: id, p_changes: changes, ...(seen && { p_seen: seen }) });
}
