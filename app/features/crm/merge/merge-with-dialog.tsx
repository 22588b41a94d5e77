import { useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { LeadSearch } from "../lib/lead-search.tsx";
import type { LeadRef } from "../lib/lead-types.ts";
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
        <LeadSearch except={lead.id} onPick={setOtherId} />
        <DialogFooter>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
