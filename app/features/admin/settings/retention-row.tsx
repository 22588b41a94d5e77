import { useEffect, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import type { Retention } from "./retention.ts";
import { boundsText } from "./retention-changes.ts";

type Props = { setting: Retention; error: string | undefined; onChanged: () => void };

/** One kind of record: what it holds, for how many days it is kept, the default and why. */
export function RetentionRow({ setting, error, onChanged }: Props) {
  const [days, setDays] = useState(String(setting.keep_days));
  const usual = String(setting.default_days);
  // A value that a button sets makes no input event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the value
  useEffect(onChanged, [days]);
  return (
    <li className="grid gap-x-6 gap-y-2 border-line-soft border-b px-5 py-4 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_9rem] phone:px-4">
      <div className="grid content-start gap-1">
        <p className="font-medium text-sm">{setting.label}</p>
        <p className="max-w-[60ch] text-pretty text-13 text-ink-2">{setting.holds}</p>
        <p className="max-w-[60ch] text-pretty text-13 text-ink-3">
          {boundsText(setting)} {setting.reason}
        </p>
      </div>
      <div className="flex items-start gap-2 sm:flex-col sm:gap-1">
        <Field label={`Days to keep: ${setting.label}`} hideLabel error={error} className="w-36">
          <span className="flex items-center gap-2">
            <Input
              name={setting.kind}
              inputMode="numeric"
              autoComplete="off"
              value={days}
              className="num text-right"
              onChange={(event) => setDays(event.target.value)}
            />
            <span aria-hidden="true" className="text-13 text-ink-3">
              days
            </span>
          </span>
        </Field>
        {days.trim() !== usual && (
          <Button
            size="sm"
            variant="ghost"
            className="sm:-ml-2.5"
            aria-label={`Use the default for ${setting.label}: ${usual} days`}
            onClick={() => setDays(usual)}
          >
            Use default
          </Button>
        )}
      </div>
    </li>
  );
}
