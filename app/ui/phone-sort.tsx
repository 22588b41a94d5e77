import { cn } from "./cn.ts";
import { Field } from "./field.tsx";
import { NativeSelect } from "./native-select.tsx";

type Props<Sort extends string> = {
  sort: Sort;
  descending: boolean;
  options: readonly { sort: Sort; descending: boolean; label: string }[];
  onSort: (sort: Sort, descending: boolean) => void;
  className?: string;
};

/** The order of a list whose rows are cards on a phone, where the column heads that sort it are hidden. */
export function PhoneSort<Sort extends string>({ sort, descending, options, onSort, className }: Props<Sort>) {
  const at = options.findIndex((option) => option.sort === sort && option.descending === descending);
  return (
    <Field label="Sort by" hideLabel className={cn("min-w-0 flex-1 basis-full md:hidden", className)}>
      <NativeSelect
        value={at}
        onChange={({ target }) => {
          const option = options[Number(target.value)];
          if (option) onSort(option.sort, option.descending);
        }}
      >
        {at < 0 && <option value={at}>Another order</option>}
        {options.map(({ label }, place) => (
          <option key={label} value={place}>
            {label}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}
