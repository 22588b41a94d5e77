import { Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { formatMoney } from "../../../../domain/money.ts";
import { type DraftErrors, type DraftLine, type InvoiceDraft, lineAmount } from "./invoice-draft.ts";

type LineFieldsProps = {
  line: DraftLine;
  number: number;
  draft: InvoiceDraft;
  errors: DraftErrors;
  removable: boolean;
  /** The user just added this line, so its first empty field gets focus. */
  autoFocus: boolean;
  onChange: (line: DraftLine) => void;
  onRemove: () => void;
  onNext: () => void;
};

/** One line: description, quantity, price and amount. Enter moves to the next line. */
export function LineFields({
  line,
  number,
  draft,
  errors,
  removable,
  autoFocus,
  onChange,
  onRemove,
  onNext,
}: LineFieldsProps) {
  const { currency } = draft;
  const amount = lineAmount(line, draft);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!autoFocus) return;
    const fields = [...(row.current?.querySelectorAll("input") ?? [])];
    (fields.find(({ value }) => value === "") ?? fields[0])?.focus();
  }, [autoFocus]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onNext();
  };
  const field = (part: "description" | "quantity" | "unit" | "percent") => ({
    name: `${line.key}-${part}`,
    value: line[part] ?? "",
    onKeyDown,
    onChange: (event: { target: { value: string } }) => onChange({ ...line, [part]: event.target.value }),
  });
  const error = (part: string) => errors[`${line.key}-${part}`];
  return (
    <li
      ref={row}
      className="grid grid-cols-[minmax(0,1fr)_84px_120px_116px_32px] items-start gap-2 phone:grid-cols-[72px_minmax(0,1fr)_auto_44px] phone:border-line-soft phone:border-b phone:pb-4 phone:last:border-b-0 phone:last:pb-0"
    >
      <Field
        label={`Description of line ${number}`}
        hideLabel
        error={error("description")}
        className="phone:col-span-4"
      >
        <Input {...field("description")} placeholder="What it is for" maxLength={500} />
      </Field>
      {line.percent === undefined ? (
        <>
          <Field label={`Quantity of line ${number}`} hideLabel error={error("quantity")}>
            <Input {...field("quantity")} inputMode="numeric" className="num text-right" maxLength={6} />
          </Field>
          <Field label={`Unit price of line ${number}`} hideLabel error={error("unit")}>
            <Input
              {...field("unit")}
              inputMode="decimal"
              placeholder={line.description.startsWith("Discount") ? "-0.00" : "0.00"}
              className="num text-right"
              maxLength={16}
            />
          </Field>
        </>
      ) : (
        <>
          <span aria-hidden="true" className="flex h-9 items-center justify-end text-13 text-ink-3 phone:h-11">
            % off
          </span>
          <Field label={`Percentage of line ${number}`} hideLabel error={error("unit")}>
            <Input
              {...field("percent")}
              inputMode="decimal"
              placeholder="10"
              className="num text-right"
              maxLength={6}
            />
          </Field>
        </>
      )}
      <output className="num flex h-9 items-center justify-end whitespace-nowrap text-13 phone:h-11">
        {amount === null || !/^[a-z]{3}$/i.test(currency) ? "–" : formatMoney({ amount, currency })}
      </output>
      <Button
        variant="ghost"
        size="icon"
        className="mt-0.5 phone:mt-0"
        disabled={!removable}
        aria-label={`Remove line ${number}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" />
      </Button>
    </li>
  );
}
