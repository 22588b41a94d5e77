import { useState } from "react";
import { useOnAddressKept } from "~/ui/address-guard.tsx";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { formatCount } from "../../domain/format-count.ts";

type Props<Value extends string> = {
  legend: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  /** The count for each value, when known. */
  counts: Partial<Record<Value, number>> | undefined;
  onChange: (value: Value) => void;
};

/** A filter for a list, with counts. It is a select where buttons do not fit. */
export function FilterSelect<Value extends string>({ legend, value, options, counts, onChange }: Props<Value>) {
  // The choice shows immediately. The URL follows a moment later.
  const [{ chosen, told: lastValue }, setChoice] = useState({ chosen: value, told: value });
  if (lastValue !== value) setChoice({ chosen: value, told: value });
  useOnAddressKept(() => setChoice({ chosen: value, told: value }));
  const choose = (next: Value) => {
    setChoice({ chosen: next, told: lastValue });
    onChange(next);
  };
  const labeledOptions = options.map((option) => {
    const optionCount = counts?.[option.value];
    return { ...option, label: optionCount ? `${option.label} ${formatCount(optionCount)}` : option.label };
  });
  return (
    <>
      <SegmentedControl
        legend={legend}
        value={chosen}
        onChange={choose}
        options={labeledOptions}
        className="max-lg:hidden"
      />
      <Field label={legend} hideLabel className="min-w-0 flex-1 basis-40 lg:hidden">
        <NativeSelect value={chosen} onChange={(event) => choose(event.target.value as Value)}>
          {labeledOptions.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      </Field>
    </>
  );
}
