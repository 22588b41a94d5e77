import { Chip } from "~/ui/chip.tsx";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import type { StagedImport } from "./stage-import.ts";

const count = new Intl.NumberFormat("en");

const REASONS: Record<string, string> = {
  not_an_object: "Not a dashboard",
  no_business_name: "business_name is missing",
  no_url: "notion_database_url is missing",
  bad_url: "The address is not a web address",
  bad_user_id: "user_id is not an account's id",
  too_long: "A text is too long",
  duplicate: "Stands in the file before",
  same_account: "A second dashboard for one account",
  unknown_account: "No account has this user_id",
  has_dashboard: "The account already has a dashboard",
  exists: "The same dashboard is already there",
};

const DUPLICATES = new Set(["duplicate", "same_account", "has_dashboard", "exists"]);
const MOST_LISTED = 200;

/** What an import will add, and what it leaves out, with the position in the file and the reason. */
export function ImportPreview({ file, staged }: { file: string; staged: StagedImport }) {
  const left = [
    ...staged.plan.skipped.map(({ position, name, reason }) => ({ position, name, reason: reason as string })),
    ...staged.conflicts.map(({ position, name, problem }) => ({ position, name, reason: problem })),
  ].sort((a, b) => a.position - b.position);
  const duplicates = left.filter(({ reason }) => DUPLICATES.has(reason)).length;
  return (
    <>
      <p className="min-w-0 truncate text-13 text-ink-2">
        <span className="font-medium text-ink">{file}</span>, nothing has been added yet
      </p>
      <StatGroup>
        <Stat label="Will be added" value={count.format(staged.adds)} note="all together, or none" />
        <Stat label="Skipped" value={count.format(left.length - duplicates)} note="cannot be a dashboard" />
        <Stat label="Duplicates" value={count.format(duplicates)} note="left out" />
      </StatGroup>
      {left.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-semibold text-sm">Left out</h3>
          <ul aria-label="Left out" className="rounded-card border border-line text-13">
            {left.slice(0, MOST_LISTED).map(({ position, name, reason }) => (
              <li
                key={position}
                className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-line-soft border-b px-3 py-2 last:border-b-0"
              >
                <span className="num w-14 shrink-0 text-ink-3">#{position}</span>
                <span className="min-w-0 flex-1 truncate">{name || "No name"}</span>
                <Chip tone={DUPLICATES.has(reason) ? "neutral" : "warn"}>{REASONS[reason] ?? reason}</Chip>
              </li>
            ))}
            {left.length > MOST_LISTED && (
              <li className="px-3 py-2 text-ink-3">... and {count.format(left.length - MOST_LISTED)} more</li>
            )}
          </ul>
        </section>
      )}
    </>
  );
}
