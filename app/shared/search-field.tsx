import { Search } from "lucide-react";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";

type Props = { label: string; value: string; onChange: (value: string) => void; className?: string };

/** A search field for rows. The label is also the placeholder. */
export function SearchField({ label, value, onChange, className }: Props) {
  return (
    <div className={cn("relative min-w-0", className)}>
      <Search aria-hidden="true" className="absolute inset-y-0 left-3 z-1 my-auto size-4 text-ink-3" />
      <Field label={label} hideLabel>
        <Input
          type="search"
          className="pl-9"
          placeholder={label}
          maxLength={200}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </div>
  );
}
