import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { RadioCards } from "~/ui/radio-cards.tsx";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { cancelImport, type LeadImport, leadWord, matchesText, rowsText, rowWord, startImport } from "./api.ts";
import { MatchesTable } from "./matches-table.tsx";
import { ProblemsTable } from "./problems-table.tsx";
import { toProgress } from "./progress-step.tsx";

type Props = {
  leadImport: LeadImport;
  onChanged: () => Promise<unknown>;
  onBack: () => void;
  onColumns: (() => void) | undefined;
};

/** A preview of the import before it starts. */
export function CheckStep({ leadImport, onChanged, onBack, onColumns }: Props) {
  // In the address, so that a reload keeps the choice.
  const { read, change } = useUrlState();
  const policy = POLICIES.find(({ value }) => value === read("duplicates"))?.value ?? "skip";
  const fine = leadImport.rows - leadImport.wrong;
  const twice = leadImport.known + leadImport.repeated;
  const created = policy === "create" ? fine : fine - twice;
  const act = useAction({
    action: (work: (importId: string) => Promise<unknown>) => work(leadImport.id),
    errorMessage: "Couldn't import the file",
    onSuccess: () => onChanged(),
  });
  // The page leaves before it reads the import again, which would otherwise appear as stopped.
  const cancel = useAction({
    action: () => cancelImport(leadImport.id),
    errorMessage: "Couldn't cancel the import",
    invalidates: [queryKeys.leadImports()],
  });
  const busy = act.busy || cancel.busy;
  const updated = policy === "update" ? twice : 0;
  const skipped = policy === "skip" ? twice : 0;
  const nothing = created + updated === 0;
  return (
    <div ref={toProgress} className="grid gap-5">
      <StatGroup>
        <Stat label="New" value={formatCount(created)} note={`${leadWord(created)} to add`} />
        <Stat
          label="Updates"
          value={formatCount(updated)}
          note={`${rowWord(updated)} that ${updated === 1 ? "updates" : "update"} a lead`}
        />
        <Stat label="Skipped" value={formatCount(skipped)} note={`matching ${rowWord(skipped)}`} />
        <Stat label="Errors" value={formatCount(leadImport.wrong)} note={`${rowWord(leadImport.wrong)} with errors`} />
      </StatGroup>
      {twice > 0 && (
        <RadioCards
          name="duplicates"
          legend={matchesText(leadImport)}
          value={policy}
          onChange={(chosen) => change({ duplicates: chosen === "skip" ? "" : chosen })}
          options={POLICIES}
        />
      )}
      {twice > 0 && <MatchesTable leadImport={leadImport} />}
      {leadImport.wrong > 0 && <ProblemsTable leadImport={leadImport} />}
      <div className="flex flex-wrap justify-end gap-2 phone:flex-col-reverse phone:[&>button]:w-full">
        <Button disabled={busy} onClick={() => void cancel.run().then(onBack)}>
          Cancel
        </Button>
        {onColumns && (
          <Button disabled={busy} onClick={() => void cancel.run().then(onColumns)}>
            Edit columns
          </Button>
        )}
        <Button
          variant="primary"
          loading={act.busy}
          disabled={nothing || cancel.busy}
          onClick={() => void act.run((id) => startImport(id, policy))}
        >
          <span>{nothing ? "Nothing to import" : `Import ${rowsText(created + updated)}`}</span>
        </Button>
      </div>
    </div>
  );
}

const POLICIES = [
  { value: "skip", label: "Skip", features: ["Existing leads don't change"] },
  {
    value: "update",
    label: "Update",
    features: ["Values in the file overwrite existing ones", "Skips blank cells and colleagues' leads"],
  },
  { value: "create", label: "Create duplicates", features: ["Every row becomes a new lead"] },
] as const;
