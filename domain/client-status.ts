import type { RoleStatus } from "./roles.ts";

/** Whether a person is an active client, was deactivated or waits for approval; null for someone who is no client. */
export type ClientStatus = RoleStatus | null;

/** Why a person gets no invoices, to begin a sentence with: "Ann Lee is deactivated"; null while they get them. */
export function whyNoInvoices(name: string, status: ClientStatus): string | null {
  if (status === "active") return null;
  return status === "inactive" ? `${name} is deactivated` : `${name} isn't an active client`;
}
