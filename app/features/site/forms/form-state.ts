/** A form that the host returned: visitors without scripts get their input back with its errors. */
export type FormState = {
  form: "contact" | "application";
  title?: string;
  text?: string;
  problems?: Record<string, string>;
  values?: Record<string, string[]>;
};

/** Reads the state that the host passes to the page (server/functions/form-posts.ts); null for a new page. */
export function readFormState(request: Request): FormState | null {
  const header = request.headers.get("X-Form-State");
  if (!header) return null;
  try {
    const bytes = Uint8Array.from(atob(header), (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as FormState;
  } catch {
    return null;
  }
}
