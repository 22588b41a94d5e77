import { Link } from "react-router";
import { crmPath } from "~/shared/workspace.ts";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import type { LeadRef } from "../lib/lead-types.ts";
import type { CallTimes } from "./api.ts";

/** In place of the form, when no call can be booked. */
export function NoTypes({ lead, data }: { lead: LeadRef; data: CallTimes }) {
  return (
    <Notice title="No meeting types yet">
      <p className="-mt-2.5 text-ink-2 text-sm">
        {data.may_manage
          ? "Add a meeting type with its length and its hosts. Then you can book calls for leads, and visitors can book their own."
          : `${lead.account?.name ?? "This account"} has no meeting types yet. Ask an owner or an admin to add one.`}
      </p>
      {data.may_manage && !lead.account && (
        <Button variant="primary" asChild>
          <Link to={crmPath("/calls/types")}>Meeting types</Link>
        </Button>
      )}
    </Notice>
  );
}

/** A dialog that only says something. */
export function Notice({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      {children}
      <DialogFooter>
        <DialogClose asChild>
          <Button>Close</Button>
        </DialogClose>
      </DialogFooter>
    </>
  );
}
