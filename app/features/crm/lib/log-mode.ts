import { useEffect, useRef, useState } from "react";
import { toast } from "~/shared/toast.ts";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { callObstacle, type Outcome, outcomeOfKey } from "./crm-format.ts";
import { takeNextKey } from "./shortcuts.ts";

const REFUSAL = "log-refusal";
const NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8"];
// biome-ignore lint/suspicious/noConfusingVoidType: like every shortcut, a number key that does something returns nothing
type OnNumber = (key: string) => false | void;

const numberKeys = (onNumber: OnNumber) =>
  Object.fromEntries(NUMBERS.map((key) => [key, () => onNumber(key)] as const));

/**
 * Says why no call can be logged. While the toast says so, the next number key does nothing: it was meant as an outcome, and would
 * move the lead. After a step to another lead it moves that one.
 */
export function refuseLog(obstacle: string): void {
  const place = document.activeElement;
  const end = takeNextKey(
    {
      ...numberKeys(() => (document.activeElement === place ? undefined : false)),
      ["Escape"]: () => {
        end();
        return false;
      },
    },
    () => undefined,
  );
  toast.info(obstacle, { id: REFUSAL, onAutoClose: end, onDismiss: end });
}

type LogMode = {
  isOn: boolean;
  start: () => void;
  /** Returns false when the mode was off. */
  end: () => boolean;
};

/**
 * After L, the next number key logs an outcome of this lead. The mode ends with the next key that does something, and with the step
 * to another lead. The hint, if the screen has no place of its own for one, is there as long as the mode.
 */
export function useLogMode<Lead extends { id: string; phone: string | null }>(
  lead: Lead | undefined,
  onOutcome: (lead: Lead, outcome: Outcome) => void,
  hint?: string,
): LogMode {
  const [isOn, setOn] = useState(false);
  const stop = useRef<() => void>(undefined);
  const id = lead?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mode belongs to one lead
  useEffect(() => () => stop.current?.(), [id]);
  const log = useEventCallback((key: string) => {
    const outcome = lead && outcomeOfKey(lead, key);
    if (outcome) onOutcome(lead, outcome);
  });
  const start = () => {
    if (!lead) return;
    const obstacle = callObstacle(lead);
    if (obstacle) return refuseLog(obstacle);
    // One id for each, because the one before may still be fading out.
    const toastId = `log-${crypto.randomUUID()}`;
    const end = takeNextKey(numberKeys(log), () => {
      setOn(false);
      if (hint) toast.dismiss(toastId);
    });
    stop.current = end;
    setOn(true);
    if (hint) toast.info(hint, { id: toastId, duration: Number.POSITIVE_INFINITY, onDismiss: end });
  };
  const end = () => {
    stop.current?.();
    return isOn;
  };
  return { isOn, start, end };
}
