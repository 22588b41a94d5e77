import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import type { Stage } from "./pipeline.ts";

type Props = { stage: Stage; errors: Partial<Record<string, string>> };

/** One stage: its place, its name, and its days. Won and Lost are never forgotten. */
export function StageRow({ stage, errors }: Props) {
  const ends = stage.key === "won" || stage.key === "lost";
  return (
    <div className="grid grid-cols-[1.5rem_minmax(0,1fr)_9rem] items-start gap-3 py-1 phone:grid-cols-[1.25rem_minmax(0,1fr)_5.5rem] phone:gap-2">
      <span aria-hidden="true" className="num pt-2 text-13 text-ink-3 phone:pt-3">
        {stage.position}
      </span>
      <Field label={`Name of stage ${stage.position}`} hideLabel error={errors[`${stage.key}-label`]}>
        <Input name={`${stage.key}-label`} autoComplete="off" defaultValue={stage.label} readOnly={stage.is_fixed} />
      </Field>
      {ends ? (
        <p className="pt-2 text-13 text-ink-3 phone:pt-3">never</p>
      ) : (
        <Field label={`Days until ${stage.label} is forgotten`} hideLabel error={errors[`${stage.key}-days`]}>
          <Input
            name={`${stage.key}-days`}
            inputMode="numeric"
            autoComplete="off"
            placeholder="never"
            defaultValue={stage.rots_after_days ?? ""}
          />
        </Field>
      )}
    </div>
  );
}
