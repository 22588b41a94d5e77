import { type ClientStatus, whyNoInvoices } from "../../../../domain/client-status.ts";
import { formatDay } from "../../../../domain/format-date.ts";

type Charged = { next_charge: string | null; status: string; client_name: string; client_status: ClientStatus };

/** When a retainer charges next, or why it doesn't. */
export function nextCharge(retainer: Charged): string {
  const { next_charge: day, status, client_name: name, client_status } = retainer;
  if (waitsForClient(retainer)) return `None while ${whyNoInvoices(name, client_status)}`;
  return day ? formatDay(day) : noCharge(status);
}

/** Why a retainer without a next charge has none. */
export const noCharge = (status: string): string =>
  status === "paused"
    ? "No charge while paused"
    : status === "pending"
      ? "No charge while a draft"
      : "No further charge";

/** The next charge has its day, but no invoice is sent while the client isn't active. */
export const waitsForClient = ({ next_charge: day, client_status }: Omit<Charged, "status" | "client_name">): boolean =>
  day !== null && client_status !== "active";
