import { ChevronsUpDown } from "lucide-react";
import type { KeyboardEventHandler, ReactNode } from "react";
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
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
  className?: string;
  defaultOpen?: boolean;
  /** After onChange, if an option was chosen. */
  onClose?: () => void;
  /** Keys of the button, before it opens the menu. */
  onKeyDown?: KeyboardEventHandler;
};

/**
 * A button with the chosen option that opens a menu with all of them, for filters and cells. Typing goes to an option. Forms have a
 * NativeSelect.
 */
export function SelectMenu<Value extends string>(props: Props<Value>) {
  const { label, value, options, onChange, className, defaultOpen = false, onClose, onKeyDown } = props;
  const chosen = options.find((option) => option.value === value);
  const text = chosen?.label ?? "–";
  return (
    <DropdownMenu defaultOpen={defaultOpen} onOpenChange={(open) => !open && onClose?.()}>
      <DropdownMenuTrigger asChild>
        <button
          type="button"
          aria-label={`${label}: ${text}`}
          title={text}
          onKeyDown={onKeyDown}
          className={cn(
            controlClasses,
            "flex h-9 min-w-0 cursor-pointer items-center gap-1 bg-surface pr-2 pl-3 text-left read-only:bg-surface hover:border-ink-4 phone:h-11",
            className,
          )}
        >
          {chosen?.icon}
          <span className="min-w-0 flex-1 truncate">{text}</span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        </button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="min-w-(--radix-dropdown-menu-trigger-width)">
        <DropdownMenuRadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
          {options.map((option) => (
            <DropdownMenuRadioItem key={option.value} value={option.value} textValue={option.label}>
              {option.icon}
              <span className="min-w-0 truncate">{option.label}</span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
