import { Pipette } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { accentProblem, readColor } from "../../../domain/accent.ts";

/** The product's own color. */
export const STANDARD = "#f96c1b";

/** What was typed: the color to store, or null for the standard one, and why it can't be used. */
export function readAccent(typed: string) {
  const color = readColor(typed);
  return typed.trim() === ""
    ? { accent: null, problem: null }
    : { accent: color, problem: accentProblem(color ?? typed) };
}

type Props = {
  name?: string;
  typed: string;
  onType: (typed: string) => void;
  /** The color that an empty field stands for; null if that is no color of the account. */
  standard: string | null;
  /** Shows the problem of a half typed color, too. So does leaving the field. */
  isChecked: boolean;
};

/** A color as text and as a picker. A color that can't be read somewhere is refused with the nearest one that can. */
export function ColorField({ name, typed, onType, standard, isChecked }: Props) {
  const color = readColor(typed);
  const { problem } = readAccent(typed);
  const [isLeft, setLeft] = useState(false);
  return (
    <div className="grid gap-2">
      <Field
        label="Color"
        hint={`For buttons and links. ${standard ? "Leave it empty for the standard color." : "Without one, they have the standard color."}`}
        error={problem && (isChecked || isLeft || color) ? problem.text : undefined}
      >
        <div className="flex gap-2">
          <span className="relative flex shrink-0">
            <input
              type="color"
              aria-label="Choose a color"
              value={color ?? standard ?? NEUTRAL}
              onChange={({ target }) => onType(target.value)}
              className="size-9 cursor-pointer rounded-ctl border border-line-strong bg-surface p-1 phone:size-11"
            />
            {!color && !standard && <NoColor />}
          </span>
          <Input
            name={name}
            value={typed}
            placeholder={standard ?? "No color yet"}
            maxLength={20}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => onType(target.value)}
            onFocus={() => setLeft(false)}
            onBlur={() => setLeft(true)}
          />
        </div>
      </Field>
      {problem?.suggestion && (
        <Button size="sm" className="justify-self-start" onClick={() => onType(problem.suggestion ?? "")}>
          <span aria-hidden="true" className="size-3.5 rounded-xs" style={{ background: problem.suggestion }} />
          <span>Use {problem.suggestion}</span>
        </Button>
      )}
    </div>
  );
}

/** Color inputs always have a color. */
const NEUTRAL = "#808080";

/** Over the color input: nothing is chosen. */
const NoColor = () => (
  <span
    aria-hidden="true"
    className="pointer-events-none absolute inset-1 grid place-items-center rounded-xs bg-sunken text-ink-3"
  >
    <Pipette className="size-4" />
  </span>
);
