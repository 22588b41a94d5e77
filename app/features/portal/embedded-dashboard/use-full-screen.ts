import { type RefObject, useEffect, useState } from "react";

/**
 * An element over the whole window. It stays where it is in the document, because a frame that moves loads again; what
 * lies around it is out of reach meanwhile. Escape leaves.
 */
export function useFullScreen(ref: RefObject<HTMLElement | null>): [boolean, () => void] {
  const [isFullScreen, setFullScreen] = useState(false);
  useEffect(() => {
    if (!isFullScreen || !ref.current) return;
    const release = isolate(ref.current);
    const leave = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) setFullScreen(false);
    };
    addEventListener("keydown", leave);
    return () => {
      removeEventListener("keydown", leave);
      release();
    };
  }, [isFullScreen, ref]);
  return [isFullScreen, () => setFullScreen((was) => !was)];
}

/** Makes everything but the element inert, and the page behind it still; what speaks to screen readers goes on. */
function isolate(element: HTMLElement): () => void {
  const silenced: HTMLElement[] = [];
  for (let at: HTMLElement = element; at.parentElement && at !== document.body; at = at.parentElement)
    for (const sibling of at.parentElement.children)
      if (sibling !== at && sibling instanceof HTMLElement && !sibling.inert && !sibling.matches("[aria-live]")) {
        sibling.inert = true;
        silenced.push(sibling);
      }
  const { overflow } = document.documentElement.style;
  document.documentElement.style.overflow = "hidden";
  return () => {
    document.documentElement.style.overflow = overflow;
    for (const sibling of silenced) sibling.inert = false;
  };
}
