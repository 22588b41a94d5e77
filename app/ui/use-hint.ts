import { type FocusEvent, type PointerEvent, useEffect, useState } from "react";

const OPEN_MS = 400;
/** Whoever just read one hint reads the next without waiting. */
const WARM_MS = 300;
let lastShownAt = Number.NEGATIVE_INFINITY;

/** When a hint shows: a moment after the pointer rests, at once on keyboard focus; Escape, a press or leaving hide it. */
export function useHint() {
  const [wish, setWish] = useState<"hidden" | "soon" | "shown">("hidden");
  useEffect(() => {
    if (wish === "hidden") return;
    const hide = () => setWish("hidden");
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && hide();
    const warm = performance.now() - lastShownAt < WARM_MS;
    const timer = wish === "soon" ? setTimeout(() => setWish("shown"), warm ? 0 : OPEN_MS) : undefined;
    addEventListener("keydown", onKey);
    addEventListener("scroll", hide, true);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", onKey);
      removeEventListener("scroll", hide, true);
      if (wish === "shown") lastShownAt = performance.now();
    };
  }, [wish]);
  const hide = () => setWish("hidden");
  const handlers = {
    onPointerEnter: (event: PointerEvent) => event.pointerType !== "touch" && setWish("soon"),
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: (event: FocusEvent) => event.target.matches(":focus-visible") && setWish("shown"),
    onBlur: hide,
  };
  return { shown: wish === "shown", handlers };
}
