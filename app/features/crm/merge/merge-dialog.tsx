import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { leadQuery, stagesQuery, teamQuery, undoMerge } from "../lib/api.ts";
import { factText } from "../lib/lead-facts.ts";
import { offerUndo } from "../lib/undo-stack.ts";
import { CompareTable } from "./compare-table.tsx";
import { differingFields, type MergeField, suggestedSide } from "./merge-fields.ts";
import { type Lead, loadPair, mergeLeads, type Side } from "./merge-leads.ts";

/** Whether one lead came further than another, or as far and is older. */
const isFurtherAlong = (one: Lead, other: Lead) =>
  one.reached === other.reached ? one.created_at < other.created_at : one.reached > other.reached;

type Props = { keepId: string; otherId: string; onClose: () => void; onMerged: (keptId: string) => void };

/** Two leads side by side; of each field that differs one is chosen, and the result stands beside them. */
export function MergeDialog({ keepId, otherId, onClose, onMerged }: Props) {
  const client = useQueryClient();
  // Until somebody turns them around, the one that came further stays; of two alike the older one.
  const [turned, setTurned] = useState<boolean | null>(null);
  const [chosen, setChosen] = useState<Partial<Record<MergeField, Side>>>({});
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false });
  // The lead that is compared is open, and knows in what it is counted.
  const currency = useQuery(leadQuery(keepId)).data?.currency;
  const { data: team = [] } = useQuery(teamQuery);
  const { data: stages = [] } = useQuery(stagesQuery);
  const { data, error } = useQuery({
    queryKey: [...queryKeys.leadDuplicates(keepId), otherId],
    queryFn: () => loadPair(keepId, otherId),
    // What one compares stays as it was read; the database refuses what is outdated.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const swapped = turned ?? (data !== undefined && data[1].archived_at === null && isFurtherAlong(data[1], data[0]));
  const pair: [Lead, Lead] | undefined = data && (swapped ? [data[1], data[0]] : data);
  const fields = pair ? differingFields(...pair) : [];
  const sideOf = (field: MergeField): Side => chosen[field] ?? (pair ? suggestedSide(pair[0], field) : "keep");
  const merge = async () => {
    if (!pair) return;
    setState({ busy: true });
    try {
      const batchId = await mergeLeads(
        pair[0].id,
        pair[1].id,
        Object.fromEntries(fields.map((field) => [field, sideOf(field)])),
      );
      offerUndo({ text: `Merged ${leadName(pair[1])} into ${leadName(pair[0])}`, undo: () => undoMerge(batchId) });
      await client.invalidateQueries({ queryKey: queryKeys.crm() });
      onMerged(pair[0].id);
    } catch (failure) {
      setState({ busy: false, problem: problemText(failure, "The leads were not merged") });
    }
  };
  const show = (field: MergeField, value: unknown) =>
    factText(field, value, { currency: currency ?? "usd", team, stages });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="max-w-[820px]">
        <DialogTitle>Merge two leads</DialogTitle>
        <DialogDescription>
          Choose what the lead that stays has. History, tasks and tags of both come together. They can be taken apart
          again.
        </DialogDescription>
        {(state.problem || error) && (
          <Banner
            tone="bad"
            role="alert"
            title={state.problem ?? problemText(error, "The leads could not be compared")}
          />
        )}
        {pair && currency ? (
          <CompareTable
            pair={pair}
            fields={fields}
            sideOf={sideOf}
            show={show}
            onChoose={(field, side) => setChosen({ ...chosen, [field]: side })}
          />
        ) : (
          <Skeleton className="h-60 w-full" />
        )}
        <DialogFooter>
          <Button
            icon={<ArrowLeftRight aria-hidden="true" />}
            className="md:mr-auto"
            disabled={!pair || Boolean(data?.[1].archived_at)}
            onClick={() => {
              setTurned(!swapped);
              setChosen({});
            }}
          >
            Keep the other one
          </Button>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" loading={state.busy} disabled={!pair} onClick={() => void merge()}>
            <span>Merge</span>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
