import { rpc } from "~/shared/api.ts";
import type { RetainerListItem } from "./search-retainers.ts";

export type RetainerValues = {
  name: string;
  description: string;
  /** In the smallest unit, a month. */
  amount: number;
  currency: string;
  start: string;
  months: number | null;
};

/** Agrees a retainer under the id given, once however often it is asked. Throws ServiceError. */
export async function createRetainer(id: string, clientId: string, values: RetainerValues): Promise<void> {
  await rpc("create_retainer", {
    p_retainer_id: id,
    p_client_id: clientId,
    p_name: values.name,
    p_description: values.description,
    p_monthly_amount: values.amount,
    p_currency: values.currency,
    p_start_date: values.start,
    ...(values.months !== null && { p_duration_months: values.months }),
  });
}

/** Throws ServiceError, PT409 when it is not as it was seen. */
export async function updateRetainer(
  seen: Pick<RetainerListItem, "id" | "updated_at">,
  values: RetainerValues,
  status: "pending" | "active" | "paused",
): Promise<void> {
  await rpc("update_retainer", {
    p_retainer_id: seen.id,
    p_expected_updated_at: seen.updated_at,
    p_name: values.name,
    p_description: values.description,
    p_monthly_amount: values.amount,
    p_start_date: values.start,
    // The generated types know no null for arguments; without a term it is ongoing.
    p_duration_months: values.months as number,
    p_status: status,
  });
}

/** Throws ServiceError. */
export async function endRetainer(seen: Pick<RetainerListItem, "id" | "updated_at">, lastDay: string): Promise<void> {
  await rpc("end_retainer", {
    p_retainer_id: seen.id,
    p_expected_updated_at: seen.updated_at,
    p_last_day: lastDay,
  });
}
