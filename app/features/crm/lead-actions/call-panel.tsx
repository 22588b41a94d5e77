import { useEffect, useRef, useState } from "react";
import { CopyButton } from "~/shared/copy-button.tsx";
import { clockTime } from "../../../../domain/lead-clock.ts";
import { callLink, formatPhone } from "../../../../domain/phone.ts";

type Props = {
  phone: string;
  /** Whether a call just started, so that its time runs. */
  timed: boolean;
};

/** The number to call, large enough to dial from, and the time since the dialog opened. */
export function CallPanel({ phone, timed }: Props) {
  const seconds = useElapsedSeconds(timed);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-sunken px-3 py-2.5">
      <a
        href={callLink(phone)}
        className="num min-w-0 select-all wrap-anywhere rounded-xs font-medium text-ink text-xl no-underline hover:underline"
      >
        {formatPhone(phone)}
      </a>
      <CopyButton text={phone} what="the number" />
      {timed && (
        <span role="timer" aria-label="Call time" className="num ml-auto text-lg text-ink-2">
          {clockTime(seconds)}
        </span>
      )}
    </div>
  );
}

/** Counts by the clock of the device, so that a tab in the background loses no time. */
function useElapsedSeconds(running: boolean): number {
  const start = useRef(Date.now());
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - start.current) / 1_000)), 1_000);
    return () => clearInterval(timer);
  }, [running]);
  return seconds;
}
