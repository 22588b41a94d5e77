import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";

type Props = { label: string; value: string; onChange: (value: string) => void; className?: string };

/** Long enough to skip keystrokes of a fast typist, short enough to feel instant. */
const DEBOUNCE_MS = 90;

/** A text that is reported when the typing pauses, and follows the value when something else changes it. */
function useDebouncedText(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  const report = useRef(onChange);
  report.current = onChange;
  // Back changes the URL, and the field must follow.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = typed;
      report.current(typed);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}

/** A search field with live results. `/` focuses it from anywhere on the page. */
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
  return (
    <div ref={field} className={className ?? "relative min-w-0 flex-1 basis-56 md:max-w-80"}>
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
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </div>
  );
}
