import { Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { formatMoney } from "../../../../domain/money.ts";
import { type DraftErrors, type DraftLine, discountBase, type InvoiceDraft, lineAmount } from "./invoice-draft.ts";

type LineFieldsProps = {
  line: DraftLine;
  number: number;
  draft: InvoiceDraft;
  errors: DraftErrors;
  removable: boolean;
  /** The user just added this line, so its first empty field gets focus. */
  autoFocus: boolean;
  onChange: (line: DraftLine) => void;
  /** Shows the error of one field, if it has one. */
  onCheck: (field: string) => void;
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
  onCheck,
  onRemove,
  onNext,
}: LineFieldsProps) {
  const { currency } = draft;
  const amount = lineAmount(line, draft);
  const isCurrency = /^[a-z]{3}$/i.test(currency);
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
  // The value that the user leaves is checked, so that a wrong quantity doesn't wait for Send.
  const onBlur = (part: "quantity" | "unit" | "percent") => {
    if (line[part]?.trim()) whenReleased(() => onCheck(`${line.key}-${part === "percent" ? "unit" : part}`));
  };
  const price = line.isDiscount ? "Discount" : "Unit price";
  const error = (part: string) => errors[`${line.key}-${part}`];
  return (
    <li
      ref={row}
      className={cn(
        "grid grid-cols-[minmax(0,1fr)_84px_120px_116px_32px] items-start gap-2 phone:grid-cols-[minmax(0,1fr)_84px_120px_116px_44px]",
        "@max-[599px]/lines:grid-cols-[84px_minmax(0,1fr)_auto_32px] @max-[599px]/lines:border-line-soft @max-[599px]/lines:border-b @max-[599px]/lines:pb-4 @max-[599px]/lines:last:border-b-0 @max-[599px]/lines:last:pb-0",
        // On a phone the amount has a line of its own, so that the price is readable.
        "phone:@max-[599px]/lines:grid-cols-[72px_minmax(0,1fr)_44px]",
      )}
    >
      <Field
        label={`Description of line ${number}`}
        hideLabel
        error={error("description")}
        className="@max-[599px]/lines:col-span-4 phone:@max-[599px]/lines:col-span-3"
      >
        <Input {...field("description")} placeholder="What it is for" maxLength={500} />
      </Field>
      {line.isDiscount && (
        // A discount has no quantity, so its value is below the head of the price.
        <span
          aria-hidden="true"
          className="flex h-9 items-center justify-end text-13 text-ink-3 phone:h-11 @max-[599px]/lines:hidden"
        >
          Discount
        </span>
      )}
      {line.percent === undefined ? (
        <>
          {!line.isDiscount && (
            <Field label={`Quantity of line ${number}`} hideLabel error={error("quantity")}>
              <NarrowLabel>Quantity</NarrowLabel>
              <Input
                {...field("quantity")}
                onBlur={() => onBlur("quantity")}
                inputMode="decimal"
                className="num text-right"
                maxLength={9}
              />
            </Field>
          )}
          <Field
            label={`${price} of line ${number}`}
            hideLabel
            error={error("unit")}
            className={line.isDiscount && "@max-[599px]/lines:col-span-2"}
          >
            <NarrowLabel>{price}</NarrowLabel>
            <Input
              {...field("unit")}
              onBlur={() => onBlur("unit")}
              inputMode="decimal"
              placeholder="0.00"
              className="num text-right"
              maxLength={16}
            />
          </Field>
        </>
      ) : (
        <div className="grid content-start gap-1 @max-[599px]/lines:contents">
          <Field label={`Percentage of line ${number}`} hideLabel error={error("unit")}>
            <NarrowLabel>Percentage</NarrowLabel>
            <span className="relative">
              <Input
                {...field("percent")}
                onBlur={() => onBlur("percent")}
                inputMode="decimal"
                placeholder="10"
                aria-describedby={`${line.key}-base`}
                className="num pr-7 text-right"
                maxLength={6}
              />
              <span
                aria-hidden="true"
                className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-13 text-ink-3"
              >
                %
              </span>
            </span>
          </Field>
          <span
            id={`${line.key}-base`}
            className={cn(
              "wrap-anywhere text-right text-ink-3 text-xs @max-[599px]/lines:flex @max-[599px]/lines:min-h-9 @max-[599px]/lines:items-center @max-[599px]/lines:text-left @max-[599px]/lines:text-13 phone:@max-[599px]/lines:min-h-11",
              BELOW_LABEL,
            )}
          >
            <span className="sr-only">% </span>
            {isCurrency && `of ${formatMoney({ amount: discountBase(line, draft), currency })}`}
          </span>
        </div>
      )}
      <output
        className={cn(
          "num flex h-9 items-center justify-end whitespace-nowrap text-13 phone:h-11",
          BELOW_LABEL,
          "phone:@max-[599px]/lines:order-last phone:@max-[599px]/lines:col-span-2 phone:@max-[599px]/lines:mt-0 phone:@max-[599px]/lines:h-auto phone:@max-[599px]/lines:pr-3",
        )}
      >
        <span
          aria-hidden="true"
          className="mr-auto hidden font-sans text-ink-3 text-xs phone:@max-[599px]/lines:inline"
        >
          Amount
        </span>
        {amount === null || !isCurrency ? "–" : formatMoney({ amount, currency })}
      </output>
      {removable && (
        <Button
          variant="ghost"
          size="icon"
          className={cn("mt-0.5", BELOW_LABEL)}
          aria-label={`Remove line ${number}`}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      )}
    </li>
  );
}

/** Runs at once, or after a press of the pointer, under which an error would move the button or menu that it is on. */
function whenReleased(run: () => void): void {
  if (document.querySelector(":active")) addEventListener("pointerup", () => setTimeout(run), { once: true });
  else run();
}

/** The line of the labels that only a narrow list has. */
const BELOW_LABEL = "@max-[599px]/lines:mt-[22px]";

/** Where there is no room for the columns' heads, each field has its own. The label of the field says the same. */
function NarrowLabel({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="hidden text-ink-3 text-xs @max-[599px]/lines:block">
      {children}
    </span>
  );
}
