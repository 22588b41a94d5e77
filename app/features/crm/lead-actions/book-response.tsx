import { Checkbox } from "~/ui/checkbox.tsx";
import { useClockView } from "~/ui/clock-ticker.ts";
import type { LeadClock } from "../../../../domain/lead-clock.ts";
import type { BookedResponse } from "./api.ts";

const TEXTS: Record<BookedResponse, { label: string; logged: string }> = {
  call: { label: "Log your call with them as the response", logged: "The history shows a connected call" },
  email: { label: "Log your email to them as the response", logged: "The history shows an email" },
};

type Props = {
  clock: LeadClock | null | undefined;
  kind: BookedResponse;
  checked: boolean;
  onChange: (isChecked: boolean) => void;
};

/** A call that we book is no response yet (decision 0039), so whoever reached the lead logs how with the booking. */
export function BookResponse({ clock, kind, checked, onChange }: Props) {
  const { state } = useClockView(clock);
  const { label, logged } = TEXTS[kind];
  // What someone checked stays in sight, even if a colleague responds in the meantime.
  if (!checked && (state === "none" || state === "answered")) return null;
  return (
    <Checkbox
      label={label}
      hint={
        checked
          ? `${logged}, and the clock stops.`
          : `${state === "waiting" ? "The clock continues during working hours" : "The clock keeps running"} until you log your response.`
      }
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
