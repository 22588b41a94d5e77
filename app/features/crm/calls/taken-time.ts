import { toast } from "~/shared/toast.ts";
import { formatTime, formatWeekday } from "../../../../domain/format-date.ts";
import { dayOf, PAST } from "./week.ts";

/** It names days of the week without their dates, so it goes with the week. */
export const TAKEN_TOAST = "taken-time";

/** Says why nothing can be booked at a time, and offers the nearest free one. */
export function sayTaken(at: Date, reason: string, free: number | null, onBook: (to: Date) => void) {
  const nameOf = (time: Date) => `${formatWeekday(dayOf(time))} ${formatTime(time)}`;
  toast.info(reason === PAST ? `${nameOf(at)} is ${PAST}` : `${nameOf(at)} isn't free (${reason})`, {
    id: TAKEN_TOAST,
    // Undefined also removes the button of an earlier toast.
    action:
      free === null ? undefined : { label: `Book ${nameOf(new Date(free))}`, onClick: () => onBook(new Date(free)) },
  });
}
