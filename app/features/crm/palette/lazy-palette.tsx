import { lazy, type RefObject, Suspense, useEffect, useRef } from "react";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import type { PaletteProps } from "./command-palette.tsx";

// It opens by a shortcut or click, so it does not load with the page.
const CommandPalette = lazy(async () => ({ default: (await import("./command-palette.tsx")).CommandPalette }));

/** The palette, which begins with what people type while its code loads. */
export function LazyPalette(props: Omit<PaletteProps, "typed">) {
  const typed = useRef("");
  return (
    <Suspense fallback={<EarlyTyping typed={typed} onClose={props.onClose} />}>
      <PaletteWith {...props} typed={typed} />
    </Suspense>
  );
}

/** Reads what was typed when the palette shows for the first time. */
function PaletteWith({ typed, ...props }: Omit<PaletteProps, "typed"> & { typed: RefObject<string> }) {
  return <CommandPalette {...props} typed={typed.current} />;
}

/** Keeps what people type. */
function EarlyTyping({ typed, onClose }: { typed: RefObject<string>; onClose: () => void }) {
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
