import { type RefObject, useEffect, useReducer } from "react";

/**
 * Moves the focus to the first field of a form that is missing or wrong. Call the returned function where the form sets its errors: the
 * focus moves after React shows them. The next animation frame can come before that.
 */
export function useFocusInvalid(form: RefObject<HTMLElement | null>): () => void {
  const [asked, ask] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid]")?.focus();
  }, [asked, form]);
  return ask;
}
