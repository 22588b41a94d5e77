import { useRef, useState } from "react";
import { FieldError } from "~/ui/field.tsx";

/** Gets the reason of a refusal. False if nothing shows it, so a toast has to. */
export type OnRefused = (reason: string) => boolean;

/**
 * The place in a dialog that says why the database refused what it asked for. A dialog in a row goes with its row, for example
 * when a colleague was faster and the row left the list.
 */
export function useRefusal() {
  const place = useRef<HTMLDivElement>(null);
  const [reason, setReason] = useState<string | null>(null);
  const onRefused: OnRefused = (text) => {
    setReason(text);
    return place.current !== null;
  };
  const alert = (
    <div ref={place} role="alert" className={reason ? undefined : "sr-only"}>
      {reason && <FieldError id={undefined}>{reason}</FieldError>}
    </div>
  );
  return { alert, onRefused, clear: () => setReason(null) };
}
