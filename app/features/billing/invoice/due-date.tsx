import { formatDay } from "~/shared/format-date.ts";
import { daysBetween } from "../../../../domain/invoices.ts";

type Props = { invoice: { status: string; due_date: string | null }; today: string };

/** When it is due; once overdue, by how many days of the agency's calendar. */
export function DueDate({ invoice: { status, due_date }, today }: Props) {
  if (!due_date) return "–";
  if (status !== "overdue") return formatDay(due_date);
  const days = daysBetween(due_date, today);
  return (
    <span className="text-bad-fg">
      {formatDay(due_date)}
      {days > 0 && <span className="ml-1.5 text-xs">{days === 1 ? "1 day late" : `${days} days late`}</span>}
    </span>
  );
}
