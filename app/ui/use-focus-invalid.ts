import { type RefObject, useEffect, useReducer } from "react";

/**
 * Moves the focus to the first field of a form that is missing or wrong. Call the returned function where the form sets its errors: the
 * focus moves after React shows them. The next animation frame can come before that. The field's error comes into view, too.
 */
export function useFocusInvalid(form: RefObject<HTMLElement | null>): () => void {
  const [asked, ask] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (asked === 0) return;
    const field = form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid]");
    field?.focus();
    // The error comes first in the description. It is below its field, where the footer of a dialog may cover it.
    const [error] = field?.getAttribute("aria-describedby")?.split(" ") ?? [];
    if (error) document.getElementById(error)?.scrollIntoView({ block: "nearest" });
  }, [asked, form]);
  return ask;
}
