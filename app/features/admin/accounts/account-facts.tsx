import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { FormDialog } from "~/ui/form-dialog.tsx";
import { Link } from "~/ui/link.tsx";
import { zoneText } from "../../../../domain/format-booking.ts";
import { type ShiftHours, weekLines } from "../../../../domain/shifts.ts";
import { readWeek } from "../settings/working-week.ts";
import type { AccountRecord } from "./api.ts";
import { EditAccountForm } from "./edit-account-form.tsx";

/** The account's own settings, and the lead that it came from. */
export function FactsCard({ account }: { account: AccountRecord }) {
  const [isEditing, setEditing] = useState(false);
  const { time_zone, currency, speed_to_lead_minutes: target, holidays, from_lead } = account;
  return (
    <Card role="region" aria-label="Details" className="overflow-hidden">
      <CardHeader>
        <CardTitle level={3}>Details</CardTitle>
        <Button size="sm" className="ml-auto" aria-label="Edit details" onClick={() => setEditing(true)}>
          Edit
        </Button>
      </CardHeader>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 px-4 py-3 text-13 [&>dd]:wrap-anywhere [&>dd]:text-right [&>dt]:text-ink-3">
        <dt>Time zone</dt>
        <dd>{zoneText(time_zone)}</dd>
        <dt>Working hours</dt>
        <dd>
          {openLines(account.working_hours).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </dd>
        <dt>Holidays</dt>
        <dd>{holidays.length === 0 ? "None" : holidays.length}</dd>
        <dt>Response target</dt>
        <dd>{target} min</dd>
        <dt>Currency</dt>
        <dd>{currency.toUpperCase()}</dd>
        {from_lead && (
          <>
            <dt>Came from</dt>
            <dd>
              <Link asChild>
                <RouterLink to={`/crm/leads/${from_lead.id}`}>{from_lead.name}</RouterLink>
              </Link>
            </dd>
          </>
        )}
      </dl>
      <FormDialog open={isEditing} onClose={() => setEditing(false)} className="md:max-w-[640px]">
        <EditAccountForm account={account} onDone={() => setEditing(false)} />
      </FormDialog>
    </Card>
  );
}

/** The working week in lines. */
function openLines(stored: unknown): string[] {
  const week = Object.entries(readWeek(stored)).map(([day, hours]) => [day, [hours]]);
  const lines = weekLines(Object.fromEntries(week) as ShiftHours);
  return lines.length > 0 ? lines : ["Closed"];
}
