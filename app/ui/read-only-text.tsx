import { cn } from "./cn.ts";
import { useFieldControl } from "./field.tsx";
import { controlClasses } from "./input.tsx";

type Props = {
  /** Sends the value with the form. */
  name?: string;
  value: string;
};

/** A value of a form that can't be changed here. Unlike an input, it shows a long text in full. */
export function ReadOnlyText({ name, value }: Props) {
  const { id, "aria-describedby": describedBy } = useFieldControl({});
  return (
    <>
      <output
        id={id}
        aria-describedby={describedBy}
        className={cn(controlClasses, "wrap-anywhere block min-h-9 bg-sunken px-3 py-1.5 phone:min-h-11 phone:py-2.5")}
      >
        {value}
      </output>
      {name && <input type="hidden" name={name} value={value} />}
    </>
  );
}
