import { ListFilter } from "lucide-react";
import { useState } from "react";
import { ClientCombobox } from "~/shared/client-combobox.tsx";
import { lastDayError } from "~/shared/day-range.ts";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { FilterChip } from "~/ui/filter-chip.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from "~/ui/popover.tsx";
import { daysOf, PERIODS } from "../statement/statement-periods.ts";
import type { InvoiceSearchParams } from "./api.ts";
import { issuedText } from "./issued-text.ts";

type Narrowing = Pick<InvoiceSearchParams, "client" | "from" | "until">;

type FilterProps = {
  params: Narrowing;
  /** The agency's day, once it is known. */
  today: string | undefined;
  onChange: (changes: Partial<Narrowing>, clientName?: string) => void;
};

/** A button that opens the filter by client and by the day on which an invoice was sent. */
export function InvoiceFilter({ params, today, onChange }: FilterProps) {
  const [typed, setTyped] = useState("");
  return (
    <Popover onOpenChange={(open) => open && setTyped("")}>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm" disabled={!today}>
          <ListFilter aria-hidden="true" />
          Filter
        </Button>
      </PopoverTrigger>
      {/* The clients' list may be longer than the panel. */}
      <PopoverContent aria-label="Filter" align="end" className="grid w-80 gap-3 overflow-visible">
        <ClientCombobox
          label="Client"
          name="client-filter"
          required={false}
          typed={typed}
          onType={setTyped}
          onPick={({ id, account_id, for_account, company, name }) => {
            setTyped("");
            onChange({ client: (for_account ? account_id : id) ?? account_id ?? "" }, for_account || company || name);
          }}
          placeholder="Name, company or email"
          empty="No matching clients"
          withAccounts
        />
        {today && <IssuedFields params={params} today={today} onChange={onChange} />}
        <div className="flex justify-end gap-2">
          <Button
            variant="ghost"
            size="sm"
            disabled={!params.client && !params.from && !params.until}
            onClick={() => onChange({ client: "", from: "", until: "" })}
          >
            Clear
          </Button>
          <PopoverClose asChild>
            <Button size="sm">Done</Button>
          </PopoverClose>
        </div>
      </PopoverContent>
    </Popover>
  );
}

const ANY = "any";

function IssuedFields({ params: { from, until }, today, onChange }: FilterProps & { today: string }) {
  const named = PERIODS.find(({ value }) => {
    const days = daysOf(value, today);
    return value !== "custom" && days.from === from && days.until === until;
  });
  const [isCustom, setCustom] = useState(false);
  const shown = named && !isCustom ? named.value : from || until || isCustom ? "custom" : ANY;
  return (
    <>
      <Field label="Sent">
        <NativeSelect
          value={shown}
          onChange={({ target: { value } }) => {
            setCustom(value === "custom");
            if (value === ANY) onChange({ from: "", until: "" });
            const period = PERIODS.find((one) => one.value === value);
            if (period && (period.value !== "custom" || !(from || until))) onChange(daysOf(period.value, today));
          }}
        >
          <option value={ANY}>Any time</option>
          {PERIODS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {shown === "custom" && (
        <div className="grid grid-cols-2 gap-2 max-[359px]:grid-cols-1">
          <Field label="First day">
            <Input
              type="date"
              value={from}
              max={until || undefined}
              onChange={({ target }) => onChange({ from: target.value })}
            />
          </Field>
          <Field label="Last day" error={lastDayError(from, until)}>
            <Input
              type="date"
              value={until}
              min={from || undefined}
              onChange={({ target }) => onChange({ until: target.value })}
            />
          </Field>
        </div>
      )}
    </>
  );
}

type ChipsProps = { params: Narrowing; clientName: string; onChange: FilterProps["onChange"] };

/** The filter as removable chips, on their own line. */
export function InvoiceFilterChips({ params: { client, from, until }, clientName, onChange }: ChipsProps) {
  if (!client && !from && !until) return null;
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-1.5 border-line border-b px-4 py-1.5">
      {client && (
        <li className="flex min-w-0">
          <FilterChip label="Client" text={clientName} onRemove={() => onChange({ client: "" })} />
        </li>
      )}
      {(from || until) && (
        <li className="flex min-w-0">
          <FilterChip label="Sent" text={issuedText(from, until)} onRemove={() => onChange({ from: "", until: "" })} />
        </li>
      )}
    </ul>
  );
}
