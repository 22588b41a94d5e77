import { queryOptions } from "@tanstack/react-query";
import { rpc } from "../api.ts";
import { queryKeys } from "../query-keys.ts";
import * as z from "../schema.ts";

/** The lead or the account to erase. */
export type ErasedPerson = { kind: "lead" | "account"; id: string };

/** Something that prevents the erasure for now, such as open invoices with their numbers. */
const obstacle = z.object({
  code: z.enum(["self", "last_admin", "open_invoices", "running_retainers", "paid_plan", "open_leads"]),
  text: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      amount: z.optional(z.number()),
      currency: z.optional(z.string()),
    }),
  ),
});

/** The rows of a table: the count, and whether they are deleted, cleared or kept, with the reason. */
const erasedRowCounts = z.object({
  table: z.string(),
  label: z.string(),
  count: z.number(),
  treatment: z.enum(["deleted", "cleared", "kept"]),
  reason: z.nullable(z.string()),
});
const account = z.object({ id: z.string(), email: z.string() });

/** The dry run: all effects of erasing this person. */
export const erasurePreview = z.object({
  confirm_with: z.string(),
  leads: z.array(z.object({ id: z.string(), name: z.string(), email: z.nullable(z.string()), merged: z.boolean() })),
  accounts: z.array(account),
  /** Accounts with the same address that stay, because they belong to the team. */
  team_accounts: z.array(account),
  /** The names of accounts of others that have Premium only through the person. */
  premium: z.array(z.string()),
  obstacles: z.array(obstacle),
  found: z.array(erasedRowCounts),
});
export type Obstacle = z.infer<typeof obstacle>;
export type ErasedRowCounts = z.infer<typeof erasedRowCounts>;
export type ErasurePreview = z.infer<typeof erasurePreview>;

/** Refetched each time the dialog opens, because it must show the current data. */
export const erasurePreviewQuery = ({ kind, id }: ErasedPerson) =>
  queryOptions({
    queryKey: queryKeys.erasurePreview(kind, id),
    queryFn: () => rpc("preview_erasure", { p_kind: kind, p_id: id }, erasurePreview),
    staleTime: 0,
    gcTime: 0,
  });

export const erased = z.object({ erasure_id: z.string(), leads: z.number(), accounts: z.number() });
export type Erased = z.infer<typeof erased>;

/**
 * Erases the person permanently. The confirmation is the preview's `confirm_with`. PT409: there is an obstacle, or the person was
 * already erased.
 */
export const erasePerson = ({ kind, id }: ErasedPerson, confirmation: string): Promise<Erased> =>
  rpc("erase_person", { p_kind: kind, p_id: id, p_confirmation: confirmation }, erased);

const plural = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

/** "2 leads and 1 sign-in", without zero counts. A client's accounts are something else, and one sign-in can belong to several. */
export function erasedText(leads: number, signIns: number): string {
  return [leads > 0 && plural(leads, "lead"), signIns > 0 && plural(signIns, "sign-in")].filter(Boolean).join(" and ");
}
