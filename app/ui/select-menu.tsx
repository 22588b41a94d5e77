import { ChevronsUpDown } from "lucide-react";
import { cn } from "./cn.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "./dropdown-menu.tsx";
import { controlClasses } from "./input.tsx";

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  className?: string;
};

/** A button with the chosen option that opens a menu with all of them, for filters. Typing goes to an option. */
export function SelectMenu<Value extends string>({ label, value, options, onChange, className }: Props<Value>) {
  const text = options.find((option) => option.value === value)?.label ?? "–";
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <button
          type="button"
          aria-label={`${label}: ${text}`}
          title={text}
          className={cn(
            controlClasses,
            "flex h-9 min-w-0 cursor-pointer items-center gap-1 bg-surface pr-2 pl-3 text-left read-only:bg-surface hover:border-ink-4 phone:h-11",
            className,
          )}
        >
          <span className="min-w-0 flex-1 truncate">{text}</span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        </button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="min-w-(--radix-dropdown-menu-trigger-width)">
        <DropdownMenuRadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
          {options.map((option) => (
            <DropdownMenuRadioItem key={option.value} value={option.value}>
              <span className="min-w-0 truncate">{option.label}</span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
