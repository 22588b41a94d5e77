import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { returnsFocusTo } from "~/ui/keep-focus.ts";
import { Skeleton } from "~/ui/skeleton.tsx";
import { formatDayOfWeek, formatTime } from "../../../../domain/format-date.ts";
import { leadQuery } from "../lib/api.ts";
import type { CallTimeWish } from "../lib/lead-actions.ts";
import { LeadSearch } from "../lib/lead-search.tsx";
import { BookForm } from "./book-form.tsx";

/** For the ref of the search, which goes when the lead is chosen. */
const returnsFocusToBooking = (search: Element | null) => {
  const dialog = search?.closest("[role=dialog]");
  returnsFocusTo(() => dialog?.querySelector("[data-first]") ?? null)(search);
};

/** Asks who a call is with, and then books it. */
export function BookWithForm({ to, host, onDone }: CallTimeWish & { onDone: () => void }) {
  const [leadId, setLeadId] = useState("");
  const { data: lead, isError, error, refetch } = useQuery(leadQuery(leadId));
  if (lead && lead.id === leadId) return <BookForm lead={lead} wish={{ to, host }} onDone={onDone} />;
  return (
    <div ref={returnsFocusToBooking} className="grid gap-4">
      <DialogTitle>Book a call</DialogTitle>
      <DialogDescription>
        {to ? `${formatDayOfWeek(to)}, ${formatTime(to)}. Who is the call with?` : "Who is the call with?"}
      </DialogDescription>
      {isError ? (
        <LoadError text="Couldn't load the lead" error={error} onRetry={() => void refetch()} />
      ) : leadId ? (
        <Skeleton className="h-40" />
      ) : (
        <LeadSearch onPick={setLeadId} />
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
      </DialogFooter>
    </div>
  );
}
