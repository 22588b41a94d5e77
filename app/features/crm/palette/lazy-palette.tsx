import { lazy, Suspense, useLayoutEffect, useRef } from "react";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import type { PaletteProps } from "./command-palette.tsx";

// It opens by a shortcut or click, so it does not load with the page.
const CommandPalette = lazy(async () => ({ default: (await import("./command-palette.tsx")).CommandPalette }));

/** The palette, which begins with what people type while its code loads and while it renders for the first time. */
export function LazyPalette(props: Omit<PaletteProps, "takeTyped">) {
  const takeTyped = useEarlyTyping(props.onClose);
  return (
    <Suspense>
      <CommandPalette {...props} takeTyped={takeTyped} />
    </Suspense>
  );
}

/** Keeps what people type, until the field has the focus and takes it. */
function useEarlyTyping(onClose: () => void): () => string {
  const typed = useRef<string | null>("");
  const keep = useEventCallback((event: KeyboardEvent) => {
    if (typed.current === null || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") onClose();
    else if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
    else if (event.key.length === 1) typed.current += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Before the next paint, because people type on at once.
  useLayoutEffect(() => {
    window.addEventListener("keydown", keep, { capture: true });
    return () => window.removeEventListener("keydown", keep, { capture: true });
  }, [keep]);
  return useEventCallback(() => {
    const early = typed.current ?? "";
    typed.current = null;
    return early;
  });
}
