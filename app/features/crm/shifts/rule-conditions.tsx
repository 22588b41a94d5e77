import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Input } from "~/ui/input.tsx";
import { SOURCE_KEYS, sourceText } from "~/ui/source-icon.tsx";
import { readAmount } from "../../../../domain/lead-values.ts";
import { formatInputAmount } from "../../../../domain/money.ts";
import { interestOptions } from "../../../../domain/submission-rules.ts";
import type { Rule } from "./api.ts";

type When = Rule["when"];
type Name = keyof When;
type AmountName = "value_from" | "value_to";
type WordName = Exclude<Name, AmountName>;

const isAmount = (name: Name): name is AmountName => name === "value_from" || name === "value_to";
/** An amount that isn't typed yet, or isn't one. */
const NO_AMOUNT = Number.NaN;

export const lacksAmount = ({ when }: Rule): boolean =>
  Object.is(when.value_from, NO_AMOUNT) || Object.is(when.value_to, NO_AMOUNT);

const CONDITIONS: { name: Name; label: string; hint: string }[] = [
  { name: "source", label: "Source", hint: "" },
  { name: "tier", label: "Interest", hint: "" },
  { name: "page", label: "Page contains", hint: "Such as /landing/spring. Separate several with commas." },
  { name: "campaign", label: "Campaign contains", hint: "The utm_campaign of the link. Separate several with commas." },
  {
    name: "language",
    label: "Language",
    hint: "A code such as es: the language of the visitor's browser. A landing page's form needs a field called language.",
  },
  { name: "area", label: "Area code", hint: "Such as 503, or +49 30 abroad. Separate several with commas." },
  { name: "value_from", label: "Value from", hint: "The lead's value, or else the deal size that they entered." },
  { name: "value_to", label: "Value up to", hint: "The lead's value, or else the deal size that they entered." },
];
const CHOICES: Partial<Record<Name, { value: string; label: string }[]>> = {
  source: SOURCE_KEYS.map((key) => ({ value: key, label: sourceText(key) })),
  tier: interestOptions.map((option) => ({ value: option, label: option })),
};
const wordsOf = (text: string) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);

type Props = {
  when: When;
  currency: string;
  /** Someone wanted to save the rules, so what is missing is shown, too. */
  isTried: boolean;
  onChange: (when: When) => void;
};

/** The conditions of a rule. All of them must fit. */
export function RuleConditions({ when, currency, isTried, onChange }: Props) {
  const chosen = CONDITIONS.filter(({ name }) => when[name] !== undefined);
  const rest = CONDITIONS.filter(({ name }) => when[name] === undefined);
  const remove = (name: Name) => {
    const { [name]: _, ...others } = when;
    onChange(others);
  };
  return (
    <div className="grid gap-3">
      {chosen.length === 0 && <p className="text-13 text-ink-3">Matches every lead.</p>}
      {chosen.map(({ name, label, hint }) => (
        <div key={name} className="flex items-start gap-2">
          <div className="min-w-0 max-w-xl flex-1">
            {isAmount(name) ? (
              <AmountField
                label={label}
                hint={hint}
                amount={when[name] ?? NO_AMOUNT}
                currency={currency}
                isRequired={isTried}
                onChange={(amount) => onChange({ ...when, [name]: amount })}
              />
            ) : (
              <WordsField
                name={name}
                label={label}
                hint={hint}
                words={when[name] ?? []}
                onChange={(words) => onChange({ ...when, [name]: words })}
              />
            )}
          </div>
          <IconButton label={`Remove the condition ${label}`} size="sm" onClick={() => remove(name)}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {rest.length > 0 && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="sm" variant="ghost" className="justify-self-start" icon={<Plus aria-hidden="true" />}>
              Add condition
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="start">
            {rest.map(({ name, label }) => (
              <DropdownMenuItem
                key={name}
                onSelect={() => onChange({ ...when, [name]: isAmount(name) ? NO_AMOUNT : [] })}
              >
                {label}
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </div>
  );
}

type AmountProps = {
  label: string;
  hint: string;
  amount: number;
  currency: string;
  isRequired: boolean;
  onChange: (amount: number) => void;
};

function AmountField({ label, hint, amount, currency, isRequired, onChange }: AmountProps) {
  const read = (text: string) => readAmount(text, currency) ?? NO_AMOUNT;
  const [typed, setTyped] = useState("");
  // Discard replaces what was typed.
  const isTyped = Object.is(read(typed), amount);
  const shown = isTyped ? typed : formatInputAmount({ amount, currency });
  const isWrong = Object.is(amount, NO_AMOUNT) && (isRequired || shown.trim() !== "");
  return (
    <Field label={label} hint={hint} error={isWrong ? "Enter an amount, such as 4,450" : undefined}>
      <Input
        inputMode="decimal"
        value={shown}
        maxLength={20}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          onChange(read(value));
        }}
      />
    </Field>
  );
}

type WordsProps = { name: WordName; label: string; hint: string; words: string[]; onChange: (words: string[]) => void };

function WordsField({ name, label, hint, words, onChange }: WordsProps) {
  const choices = CHOICES[name];
  const [typed, setTyped] = useState("");
  // Discard replaces what was typed.
  const isTyped = JSON.stringify(wordsOf(typed)) === JSON.stringify(words);
  if (!choices)
    return (
      <Field label={label} hint={hint}>
        <Input
          value={isTyped ? typed : words.join(", ")}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            onChange(wordsOf(value));
          }}
        />
      </Field>
    );
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-13">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {choices.map((choice) => (
          <Checkbox
            key={choice.value}
            label={choice.label}
            checked={words.includes(choice.value)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...words, choice.value] : words.filter((word) => word !== choice.value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
