import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { useThrottledValue } from "~/shared/use-throttled-value.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { type LeadSearchResult, searchLeads, useStages } from "../lib/api.ts";
import type { LeadRef } from "../lib/lead-types.ts";
import { useQueuedEnter } from "../lib/use-queued-enter.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { useShowKept } from "./use-show-kept.ts";

type Props = { lead: LeadRef; onClose: () => void };

/** Finds the other lead of a person that no field gives away, and then compares both. */
export function MergeWithDialog({ lead, onClose }: Props) {
  const [otherId, setOtherId] = useState<string | null>(null);
  const showKept = useShowKept(lead.id);
  if (otherId) {
    return (
      <MergeDialog
        keepId={lead.id}
        otherId={otherId}
        onClose={onClose}
        onMerged={(keptId) => {
          onClose();
          showKept(keptId);
        }}
      />
    );
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogTitle>Merge {leadName(lead)} with another lead</DialogTitle>
        <DialogDescription>Choose the other lead. You'll compare both before anything changes.</DialogDescription>
        <LeadSearch leadId={lead.id} onPick={setOtherId} />
        <DialogFooter>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function LeadSearch({ leadId, onPick }: { leadId: string; onPick: (id: string) => void }) {
  const { labelOf } = useStages();
  const [typed, setTyped] = useState("");
  const query = useThrottledValue(typed.trim());
  const found = useQuery({
    queryKey: queryKeys.crmSearch(query),
    queryFn: () => searchLeads(query),
    enabled: query !== "",
    placeholderData: keepPreviousData,
  });
  const isCurrent = query === typed.trim() && found.data !== undefined && !found.isPlaceholderData;
  const leads = query === "" ? [] : (found.data ?? []).filter(({ id }) => id !== leadId);
  const isPending = typed.trim() !== "" && !isCurrent && !found.isError;
  const first = leads[0];
  const { input, holdEnter } = useQueuedEnter(isPending, first ? () => onPick(first.id) : null);
  const compareFirst = (event: KeyboardEvent) => {
    holdEnter(event);
    if (event.key !== "Enter" || event.nativeEvent.isComposing || !isCurrent || !first) return;
    event.preventDefault();
    onPick(first.id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the field and the buttons in it
    <div className="grid gap-2" onKeyDown={moveByArrows}>
      <Field label="Name, company, email or phone number">
        <Input
          ref={input}
          type="search"
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={compareFirst}
        />
      </Field>
      {found.isError && (
        <LoadError text="Couldn't search leads" error={found.error} onRetry={() => void found.refetch()} />
      )}
      <p role="status" className="text-13 text-ink-3 empty:hidden">
        {query !== "" && found.data && leads.length === 0 && !found.isFetching && "No other lead matches."}
      </p>
      <ul aria-label="Leads" className="grid max-h-80 grid-cols-1 gap-0.5 overflow-y-auto empty:hidden">
        {leads.map((lead) => (
          <li key={lead.id}>
            <button
              type="button"
              onClick={() => onPick(lead.id)}
              className="flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-ctl px-2 py-1.5 text-left text-13 hover:bg-hover"
            >
              <Avatar name={titleOf(lead)} size={24} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{titleOf(lead)}</span>
                <span className="block truncate text-ink-3 text-xs">
                  {[lead.company, lead.email, labelOf(lead.stage), lead.owner_name].filter(Boolean).join(" · ")}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The arrow keys move from the field through the found leads and back. */
function moveByArrows(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>("input, li button")];
  const next = places[places.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const titleOf = ({ name, email, company }: LeadSearchResult) => name ?? email ?? company ?? "Unnamed lead";
