import { type RefObject, useEffect } from "react";
import { useEventCallback } from "~/shared/use-event-callback.ts";

type Props = { typed: RefObject<string>; onClose: () => void };

/** Shown while the palette's code loads: keeps what people type meanwhile. The palette begins with it. */
export function EarlyTyping({ typed, onClose }: Props) {
  const keep = useEventCallback((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") onClose();
    else if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
    else if (event.key.length === 1) typed.current += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    window.addEventListener("keydown", keep, { capture: true });
    return () => window.removeEventListener("keydown", keep, { capture: true });
  }, [keep]);
  return null;
}
