import { useEffect, useRef, useState } from "react";
import { useOnAddressKept } from "~/ui/address-guard.tsx";

/** Long enough to skip keystrokes of a fast typist, short enough to feel instant. */
const DEBOUNCE_MS = 90;

/** A text that is reported when the typing pauses, and follows the value when something else changes it. */
export function useDebouncedText(value: string, onChange: (value: string) => void) {
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
  useOnAddressKept(() => {
    reported.current = value;
    setTyped(value);
  });
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
