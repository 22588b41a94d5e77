import { returnsFocusTo } from "~/ui/keep-focus.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import { QuickBooking, QuickCall, QuickEmail } from "../lib/quick-actions.tsx";

const nameOf = (leadId: string) =>
  document.querySelector<HTMLElement>(`[data-lead="${CSS.escape(leadId)}"] [data-name]`);

/**
 * The quick actions of a row, beside its name. They render only while the row has the pointer or the focus. In a narrow column, those
 * without room wrap out of sight. On touch screens, the lead's page has them.
 */
export function RowActions({ lead }: { lead: LeadRow }) {
  return (
    <span
      // They disappear while their dialog is open.
      ref={returnsFocusTo(() => nameOf(lead.id))}
      className="-mr-2 flex h-6 min-w-0 shrink-[999] flex-wrap justify-end overflow-hidden pl-1 [&>*]:-outline-offset-2 touch:hidden"
    >
      <QuickCall lead={lead} />
      <QuickEmail lead={lead} />
      <QuickBooking lead={lead} />
    </span>
  );
}
