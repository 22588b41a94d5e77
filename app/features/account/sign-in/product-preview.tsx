import { AlarmClock, Check } from "lucide-react";

type Clock = { state: "breached" | "warning" | "running" | "answered"; text: string; left?: number };
/** Two were answered in time and one is late, which gives the figures below them. */
const SAMPLE_ROWS: { name: string; company: string; clock: Clock }[] = [
  { name: "Caleb Thornbury", company: "Atlas Roofing Co.", clock: { state: "breached", text: "+1:22" } },
  { name: "Renata Vaszary", company: "Odessa Skin Clinic", clock: { state: "warning", text: "1:12", left: 24 } },
  { name: "Jonah Feld", company: "Kestrel Fitness", clock: { state: "running", text: "3:26", left: 69 } },
  { name: "Nadia Rahimi", company: "Sable Interiors", clock: { state: "answered", text: "2:14" } },
  { name: "Vera Lindholm", company: "Harbor & Pine Dental", clock: { state: "answered", text: "1:48" } },
];

/** A product preview beside the form, always dark. It shows sample data and is hidden from screen readers. */
export function ProductPreview() {
  return (
    <aside
      aria-hidden="true"
      data-theme="dark"
      className="hidden place-items-center border-line border-l bg-page p-8 text-ink lg:grid"
    >
      <div className="grid w-full max-w-[440px] gap-7">
        <div>
          <p className="font-display text-3xl font-semibold tracking-tighter text-balance">
            Every lead answered while it's still warm.
          </p>
          <p className="mt-2.5 max-w-[38ch] text-sm text-ink-2">
            The clock starts when a lead arrives and stops only when a person replies.
          </p>
        </div>
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          <div className="flex h-11 items-center gap-2 border-line border-b px-4 text-sm">
            <span className="font-semibold">Today</span>
            <span className="text-ink-3">5</span>
            <span className="ml-auto text-xs text-ink-3">
              target <span className="font-mono">5:00</span>
            </span>
          </div>
          {SAMPLE_ROWS.map((row) => (
            <PreviewRow key={row.name} {...row} />
          ))}
          <p className="px-4 py-3 text-xs text-ink-3">
            Median today <span className="font-mono text-ink">2:01</span> · within 5:00{" "}
            <span className="font-mono text-ink">67%</span>
          </p>
        </div>
        <p className="text-xs text-ink-3">Sample data</p>
      </div>
    </aside>
  );
}

const ROW = "flex h-11 items-center gap-2 border-line-soft border-b px-4 text-13";

function PreviewRow({ name, company, clock }: (typeof SAMPLE_ROWS)[number]) {
  const here = clock.state === "warning" ? "bg-accent-tint shadow-[inset_2px_0_0_var(--accent)]" : "";
  return (
    <div className={`${ROW} ${here}`}>
      <span className={`font-semibold ${clock.state === "answered" ? "text-ink-3" : ""}`}>{name}</span>
      <span className="flex-1 truncate text-ink-3">{company}</span>
      <PreviewClock {...clock} />
    </div>
  );
}

const STYLES: Record<Clock["state"], string> = {
  breached: "bg-bad-bg text-bad-fg px-1.5",
  warning: "bg-warn-bg text-warn-fg px-1.5",
  running: "border border-line px-1.5",
  answered: "text-ink-3",
};

function PreviewClock({ state, text, left }: Clock) {
  return (
    <span className={`inline-flex h-5 items-center gap-1 rounded-md font-mono text-xs tabular-nums ${STYLES[state]}`}>
      {state === "breached" && <AlarmClock size={13} />}
      {state === "answered" && <Check size={14} className="text-ok-dot" />}
      {left !== undefined && (
        <svg viewBox="0 0 14 14" width={12} height={12} fill="none" stroke="currentColor" strokeWidth={2}>
          <title>Time left</title>
          <circle cx={7} cy={7} r={5} opacity={0.25} />
          <circle cx={7} cy={7} r={5} pathLength={100} strokeDasharray={`${left} 100`} transform="rotate(-90 7 7)" />
        </svg>
      )}
      {text}
    </span>
  );
}
