import { type ReactNode, useRef, useState } from "react";
import { FieldError } from "~/ui/field.tsx";
import type { RefusalCode } from "../../../../domain/refusals.ts";

/** Gets the reason of a refusal. False if nothing shows it, so a toast has to. */
export type OnRefused = (reason: string, code?: RefusalCode) => boolean;

/**
 * The place in a dialog that says why the database refused what it asked for. A dialog in a row goes with its row, for example
 * when a colleague was faster and the row left the list. `wayOut` is a link to what has to change first.
 */
export function useRefusal(wayOut?: (code: RefusalCode | undefined) => ReactNode) {
  const place = useRef<HTMLDivElement>(null);
  const [reason, setReason] = useState<{ text: string; code: RefusalCode | undefined } | null>(null);
  const onRefused: OnRefused = (text, code) => {
    setReason({ text, code });
    return place.current !== null;
  };
  const alert = (
    <div ref={place} role="alert" className={reason ? undefined : "sr-only"}>
      {reason && (
        <FieldError id={undefined}>
          {reason.text} {wayOut?.(reason.code)}
        </FieldError>
      )}
    </div>
  );
  return { alert, onRefused, clear: () => setReason(null) };
}
