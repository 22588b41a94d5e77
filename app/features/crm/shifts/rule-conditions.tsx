import { Plus, X } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Input } from "~/ui/input.tsx";
import { SOURCE_KEYS, sourceText } from "~/ui/source-icon.tsx";
import { interestOptions } from "../../../../domain/submission-rules.ts";
import type { Rule } from "./api.ts";

type When = Rule["when"];
type Name = keyof When;
type WordName = Exclude<Name, "value_from" | "value_to">;

const CONDITIONS: { name: Name; label: string; hint: string }[] = [
  { name: "source", label: "Source", hint: "" },
  { name: "tier", label: "Interest", hint: "" },
  { name: "page", label: "Page contains", hint: "Such as /landing/spring. Separate several with commas." },
  { name: "campaign", label: "Campaign contains", hint: "The utm_campaign of the link. Separate several with commas." },
  { name: "language", label: "Language", hint: "A code such as es. The form needs a field called language." },
  { name: "area", label: "Area code", hint: "Such as 503, or +49 30 abroad. Separate several with commas." },
  { name: "value_from", label: "Value from", hint: "The lead's value, or else the deal size that they typed." },
  { name: "value_to", label: "Value up to", hint: "The lead's value, or else the deal size that they typed." },
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

/** The conditions of a rule. All of them must fit. */
export function RuleConditions({ when, onChange }: { when: When; onChange: (when: When) => void }) {
  const chosen = CONDITIONS.filter(({ name }) => when[name] !== undefined);
  const rest = CONDITIONS.filter(({ name }) => when[name] === undefined);
  const remove = (name: Name) => {
    const { [name]: _, ...others } = when;
    onChange(others);
  };
  return (
    <div className="grid gap-3">
      {chosen.length === 0 && <p className="text-13 text-ink-3">Fits every lead.</p>}
      {chosen.map(({ name, label, hint }) => (
        <div key={name} className="flex items-start gap-2">
          <div className="min-w-0 max-w-xl flex-1">
            {name === "value_from" || name === "value_to" ? (
              <Field label={label} hint={hint}>
                <Input
                  inputMode="numeric"
                  defaultValue={(when[name] ?? 0) / 100}
                  onChange={({ currentTarget: { value } }) => {
                    const amount = Number(value.replace(/[^\d.]/g, ""));
                    onChange({ ...when, [name]: Math.round(Math.min(amount, 1e9) * 100) });
                  }}
                />
              </Field>
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
                onSelect={() => onChange({ ...when, [name]: name === "value_from" || name === "value_to" ? 0 : [] })}
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

type WordsProps = { name: WordName; label: string; hint: string; words: string[]; onChange: (words: string[]) => void };

function WordsField({ name, label, hint, words, onChange }: WordsProps) {
  const choices = CHOICES[name];
  if (!choices)
    return (
      <Field label={label} hint={hint}>
        <Input defaultValue={words.join(", ")} onChange={({ currentTarget: { value } }) => onChange(wordsOf(value))} />
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
