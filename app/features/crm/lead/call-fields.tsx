import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";

const OUTCOMES = [
  ["connected", "Connected"],
  ["no_answer", "No answer"],
  ["voicemail", "Left voicemail"],
  ["busy", "Busy"],
  ["wrong_number", "Wrong number"],
] as const;

/** How a call went, as it is being typed. */
export type CallInput = { outcome: string; minutes: string; at: string };

export const newCall: CallInput = { outcome: "connected", minutes: "", at: "" };

/** How a call went: its outcome, how long it took, and when it was. */
export function CallFields({ call, onChange }: { call: CallInput; onChange: (call: CallInput) => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_88px_minmax(0,1fr)] gap-2.5 phone:grid-cols-2">
      <Field label="Outcome">
        <NativeSelect
          data-first=""
          value={call.outcome}
          onChange={(event) => onChange({ ...call, outcome: event.target.value })}
        >
          {OUTCOMES.map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label="Minutes">
        <Input
          inputMode="decimal"
          maxLength={6}
          value={call.minutes}
          onChange={(event) => onChange({ ...call, minutes: event.target.value })}
        />
      </Field>
      <Field label="When, if not now" className="phone:col-span-2">
        <Input
          type="datetime-local"
          value={call.at}
          onChange={(event) => onChange({ ...call, at: event.target.value })}
        />
      </Field>
    </div>
  );
}
