import { answerText } from "../lib/email-composer.tsx";
import type { QueueLead } from "../lib/lead-types.ts";

type Row = Pick<QueueLead, "owner_id" | "clock" | "phone" | "email" | "consent_at">;

/** Whether Enter answers this lead, because it has no owner or waits for a response. Otherwise it opens the lead. */
export function isToAnswer({ owner_id, clock }: Pick<Row, "owner_id" | "clock">): boolean {
  return !owner_id || (clock !== null && !clock.answered_at && clock.state !== "dropped");
}

/** What Enter does with the selected row: 'claim and call', 'write email', 'open'. */
export const enterText = (row: Row): string => (isToAnswer(row) ? answerText(row).toLowerCase() : "open");
