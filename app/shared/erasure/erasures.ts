import { queryOptions } from "@tanstack/react-query";
import { callProcedure } from "../call-procedure.ts";
import { queryKeys } from "../query-keys.ts";
import { isTransient } from "../service-error.ts";

/** Whom to erase: a lead or an account, by its id. */
export type ErasedPerson = { kind: "lead" | "account"; id: string };

/** Something that keeps a person from being erased now, such as open invoices, each with its number. */
export type Obstacle = {
  code: "self" | "last_admin" | "open_invoices" | "running_retainers" | "paid_plan" | "open_leads";
  text: string;
  items: { id: string; label: string; amount?: number; currency?: string }[];
};

/** One kind of row: how many there are, and whether they are deleted, cleared or kept, with the reason. */
export type ErasedRowCounts = {
  table: string;
  label: string;
  count: number;
  treatment: "deleted" | "cleared" | "kept";
  reason: string | null;
};

/** The dry run: everything that erasing this person would do. */
export type ErasurePreview = {
  confirm_with: string;
  leads: { id: string; name: string; email: string | null; merged: boolean }[];
  accounts: { id: string; email: string }[];
  /** They have the address as well and stay, because they belong to the team. */
  team_accounts: { id: string; email: string }[];
  obstacles: Obstacle[];
  found: ErasedRowCounts[];
};

/** Read anew each time the dialog opens: what it lists must be what is there. */
export const erasurePreviewQuery = ({ kind, id }: ErasedPerson) =>
  queryOptions({
    queryKey: queryKeys.erasurePreview(kind, id),
    queryFn: async () =>
      (await callProcedure("preview_erasure", { p_kind: kind, p_id: id })) as unknown as ErasurePreview,
    staleTime: 0,
    gcTime: 0,
    retry: (failures, error) => failures < 2 && isTransient(error),
  });

export type Erased = { erasure_id: string; leads: number; accounts: number };

/** Erases for good. The confirmation is what the preview asks for. PT409: an obstacle, or erased already. */
export const erasePerson = async ({ kind, id }: ErasedPerson, confirmation: string) =>
  (await callProcedure("erase_person", { p_kind: kind, p_id: id, p_confirmation: confirmation })) as unknown as Erased;

const plural = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

/** "2 leads and 1 account"; what there is none of is left out. */
export function erasedText(leads: number, accounts: number): string {
  return [leads > 0 && plural(leads, "lead"), accounts > 0 && plural(accounts, "account")]
    .filter(Boolean)
    .join(" and ");
}
