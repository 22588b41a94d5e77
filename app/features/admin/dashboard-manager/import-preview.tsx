import { Checkbox } from "~/ui/checkbox.tsx";
import { Chip, type ChipTone } from "~/ui/chip.tsx";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import type { StagedImport } from "./api.ts";

const REASONS: Record<string, string> = {
  not_an_object: "Not a dashboard",
  no_business_name: "business_name is missing",
  no_url: "notion_database_url is missing",
  bad_url: "Not a valid URL",
  shortened: "Too long, will be shortened",
  duplicate: "Repeated in this file",
  same_account: "Second dashboard for this account",
  unknown_account: "No account has this user_id",
  has_dashboard: "Account already has a dashboard",
  exists: "Dashboard already exists",
};

const MAX_LISTED = 200;

type Props = {
  file: string;
  staged: StagedImport;
  adds: number;
  skipDuplicates: boolean;
  onSkipDuplicatesChange: (leaveOut: boolean) => void;
};

/** Shows what an import adds, skips and warns about, with the position in the file and the reason. */
export function ImportPreview({ file, staged, adds, skipDuplicates, onSkipDuplicatesChange }: Props) {
  const { plan, warnings, repeated } = staged;
  return (
    <>
      <p className="min-w-0 truncate text-13 text-ink-2">
        <span className="font-medium text-ink">{file}</span>. Nothing has been added yet.
      </p>
      <StatGroup>
        <Stat label="Will be added" value={formatCount(adds)} note="all or nothing" />
        <Stat label="Skipped" value={formatCount(plan.skipped.length)} note="no name or URL" />
        <Stat label="Warnings" value={formatCount(warnings.length)} note="added, need review" />
      </StatGroup>
      {repeated.length > 0 && (
        <Checkbox
          label={`Skip ${formatCount(repeated.length)} duplicate ${repeated.length === 1 ? "dashboard" : "dashboards"}`}
          hint="They have the same business name and URL as another dashboard."
          checked={skipDuplicates}
          onChange={(event) => onSkipDuplicatesChange(event.target.checked)}
        />
      )}
      <Reasons title="Skipped" tone="neutral" list={plan.skipped} />
      <Reasons title="Warnings" tone="warn" list={warnings}>
        These will be added too. A dashboard without a matching account stays unassigned until you assign it.
      </Reasons>
    </>
  );
}

type ReasonsProps = {
  title: string;
  tone: ChipTone;
  list: { position: number; name: string; reason: string }[];
  children?: string;
};

function Reasons({ title, tone, list, children }: ReasonsProps) {
  if (list.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold text-sm">{title}</h3>
      {children && <p className="text-13 text-ink-2">{children}</p>}
      <ul aria-label={title} className="rounded-card border border-line text-13">
        {list.slice(0, MAX_LISTED).map(({ position, name, reason }) => (
          <li
            key={`${position} ${reason}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-line-soft border-b px-3 py-2 last:border-b-0"
          >
            <span className="num w-10 shrink-0 text-ink-3">#{position}</span>
            <span className="min-w-0 flex-1 basis-32 truncate">{name || "No name"}</span>
            <Chip tone={tone}>{REASONS[reason] ?? reason}</Chip>
          </li>
        ))}
        {list.length > MAX_LISTED && (
          <li className="px-3 py-2 text-ink-3">... and {formatCount(list.length - MAX_LISTED)} more</li>
        )}
      </ul>
    </section>
  );
}
