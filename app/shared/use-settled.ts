import { useEffect, useState } from "react";

/** A text as it was when nothing changed for a moment: what a search asks for while somebody types. */
export function useSettled(text: string, waitMs = 60): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const wait = setTimeout(() => setSettled(text), waitMs);
    return () => clearTimeout(wait);
  }, [text, waitMs]);
  return settled;
}
