import { useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { accentProblem, readColor } from "../../../domain/accent.ts";

/** What both fields show before a color is chosen: the product's own. */
const STANDARD = "#f96c1b";

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
  /** The stored color. */
  accent: string | null;
  /** Shows the problem of a half typed color, too. So does leaving the field. */
  isChecked: boolean;
};

/** A color as text and as a picker. A color that can't be read somewhere is refused with the nearest one that can. */
export function ColorField({ name, typed, onType, accent, isChecked }: Props) {
  const color = readColor(typed);
  const { problem } = readAccent(typed);
  const [isLeft, setLeft] = useState(false);
  return (
    <div className="grid gap-2">
      <Field
        label="Color"
        hint="For buttons and links. Leave it empty for the standard color."
        error={problem && (isChecked || isLeft || color) ? problem.text : undefined}
      >
        <div className="flex gap-2">
          <input
            type="color"
            aria-label="Choose a color"
            value={color ?? accent ?? STANDARD}
            onChange={({ target }) => onType(target.value)}
            className="size-9 shrink-0 cursor-pointer rounded-ctl border border-line-strong bg-surface p-1 phone:size-11"
          />
          <Input
            name={name}
            value={typed}
            placeholder={STANDARD}
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
