import { type FocusEvent, type PointerEvent, useEffect, useState } from "react";

const OPEN_DELAY_MS = 400;
/** After one tooltip, the next shows without delay. */
const SKIP_DELAY_MS = 300;
let lastShownAt = Number.NEGATIVE_INFINITY;

/** When a tooltip shows: shortly after the pointer rests, immediately on keyboard focus. Escape, a press or leaving hides it. */
export function useTooltipTrigger() {
  const [visibility, setVisibility] = useState<"hidden" | "soon" | "shown">("hidden");
  useEffect(() => {
    if (visibility === "hidden") return;
    const hide = () => setVisibility("hidden");
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && hide();
    const warm = performance.now() - lastShownAt < SKIP_DELAY_MS;
    const timer =
      visibility === "soon" ? setTimeout(() => setVisibility("shown"), warm ? 0 : OPEN_DELAY_MS) : undefined;
    addEventListener("keydown", onKey);
    addEventListener("scroll", hide, true);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", onKey);
      removeEventListener("scroll", hide, true);
      if (visibility === "shown") lastShownAt = performance.now();
    };
  }, [visibility]);
  const hide = () => setVisibility("hidden");
  const handlers = {
    onPointerEnter: (event: PointerEvent) => event.pointerType !== "touch" && setVisibility("soon"),
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: (event: FocusEvent) => event.target.matches(":focus-visible") && setVisibility("shown"),
    onBlur: hide,
  };
  return { shown: visibility === "shown", handlers };
}
