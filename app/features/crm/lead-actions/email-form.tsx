import { useRef } from "react";
import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import { EmailFields, emailObstacle, useEmailDraft } from "../lib/email-composer.tsx";
import type { LeadRef } from "../lib/lead-types.ts";
import { useOpenLead } from "../lib/use-open-lead.ts";
import { DialogForm } from "./dialog-form.tsx";

/** An e-mail to a lead in the agency's name, sent and logged in one step. */
export function EmailForm({ lead, onDone }: { lead: LeadRef; onDone: () => void }) {
  const email = useEmailDraft(lead);
  const obstacle = emailObstacle(lead);
  const { open } = useOpenLead();
  const before = useRef({ subject: email.subject, body: email.body });
  const { subject, body } = before.current;
  const isDirty = (email.subject !== subject || email.body !== body) && (email.subject + email.body).trim() !== "";
  useUnsavedChanges(isDirty ? "this e-mail" : null, () => {
    email.setSubject(subject);
    email.setBody(body);
  });
  if (obstacle)
    return (
      <>
        <DialogTitle>{leadName(lead)} cannot be written to</DialogTitle>
        <DialogDescription>{obstacle}</DialogDescription>
        <DialogFooter>
          <DialogClose asChild>
            <Button>Close</Button>
          </DialogClose>
          {lead.email && (
            <Button
              variant="primary"
              onClick={() => {
                onDone();
                open(lead.id);
              }}
            >
              Open the lead to record it
            </Button>
          )}
        </DialogFooter>
      </>
    );
  const send = async () => {
    if (!(await email.send())) return;
    toast.success(`E-mail to ${leadName(lead)} is on its way`);
    onDone();
  };
  return (
    <DialogForm title={`E-mail to ${leadName(lead)}`} confirmLabel="Send" {...email} onSubmit={send}>
      <EmailFields lead={lead} email={email} />
    </DialogForm>
  );
}
