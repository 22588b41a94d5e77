import { Search } from "lucide-react";
import { type KeyboardEvent as FieldEvent, useEffect, useRef } from "react";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { useDebouncedText } from "./use-debounced-text.ts";

type Props = { label: string; value: string; onChange: (value: string) => void; className?: string };

/**
 * A search field with live results. `/` focuses it from anywhere on the page. Escape clears it, and once more returns to where
 * the focus was, such as a row.
 */
export function DebouncedSearchField({ label, value, onChange, className }: Props) {
  const [typed, setTyped] = useDebouncedText(value, onChange);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const inField = (event.target as HTMLElement | null)?.closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || inField || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      field.current?.querySelector("input")?.focus();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);
  const before = useRef<Element | null>(null);
  const onKeyDown = (event: FieldEvent<HTMLInputElement>) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (typed) return setTyped("");
    event.currentTarget.blur();
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
  };
  return (
    <div ref={field} className={className ?? "relative min-w-0 flex-1 basis-56 md:max-w-80 md:basis-44"}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 z-1 my-auto size-4 text-ink-3"
      />
      <Field label={label} hideLabel>
        <Input
          type="search"
          className="pl-9"
          placeholder={label}
          value={typed}
          maxLength={200}
          onFocus={({ relatedTarget }) => {
            before.current = relatedTarget;
          }}
          onKeyDown={onKeyDown}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </div>
  );
}
