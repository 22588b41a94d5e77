import { MessageSquarePlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { AttachmentsField } from "~/shared/attachments/attachments-field.tsx";
import { useAttachments } from "~/shared/attachments/use-attachments.ts";
import * as z from "~/shared/schema.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { useViewAs } from "~/shared/view-as.tsx";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { type ChangeRequestType, changeRequestTypes } from "../../../../domain/change-requests.ts";
import { requestFilePath } from "../../../../domain/files.ts";
import { AccountChoice, useAccountChoice } from "../lib/account-choice.tsx";
import { changeRequestOptions } from "../lib/change-requests.ts";

type Requester = { id: string; email?: string | undefined };
type Props = { user: Requester; businessName: string; className?: string };

/** Request Service Change (spec §2, §5): a button and its dialog. */
export function ServiceRequestDialog({ user, businessName, className }: Props) {
  const [open, setOpen] = useState(false);
  const viewedAs = useViewAs();
  return (
    <>
      <Button onClick={() => setOpen(true)} className={className} disabled={viewedAs !== null}>
        <MessageSquarePlus aria-hidden="true" />
        Request Service Change
      </Button>
      <FormDialog open={open} onClose={() => setOpen(false)}>
        <RequestForm user={user} businessName={businessName} onSent={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}

function RequestForm({ user, businessName, onSent }: Omit<Props, "className"> & { onSent: () => void }) {
  const attachments = useAttachments(requestFilePath);
  const { accounts, initial, onlyName, isPending, accountField } = useAccountChoice(user.id);
  const { props, errors, busy, dirty, recheck, setBaseline } = useActionForm({
    ...changeRequestOptions(user, attachments.message),
    schema: z.extend(serviceRequestSchema, { accountId: accountField }),
    onSuccess: onSent,
  });
  // For a person of several accounts, the name of the chosen one, until they type another. People who were invited may have no company.
  const business = accounts.length > 0 ? (initial?.name ?? "") : businessName || onlyName;
  const first = useRef(business);
  const filled = useRef(business);
  const name = useRef<HTMLInputElement>(null);
  const fillName = (chosen: string) => {
    if (name.current?.value === filled.current) name.current.value = chosen;
    filled.current = chosen;
    recheck();
  };
  // The dialog may open before it's known which accounts they have.
  useEffect(() => {
    if (first.current === business) return;
    first.current = business;
    if (name.current?.value === filled.current) name.current.value = business;
    filled.current = business;
    if (!dirty) setBaseline();
  }, [business, dirty, setBaseline]);
  useUnsavedChanges((dirty || attachments.uploads.items.length > 0) && !busy ? "this request" : null);
  return (
    <form {...props} {...attachments.formProps} className="grid min-w-0 gap-4">
      <DialogTitle>Request Service Change</DialogTitle>
      <DialogDescription>Tell us what to change. We'll reply to {user.email} within 24 hours.</DialogDescription>
      <AccountChoice
        accounts={accounts}
        initial={initial}
        error={errors.accountId}
        onChange={(chosen) => fillName(chosen?.name ?? "")}
      />
      <Field label="Business name" error={errors.businessName}>
        <Input ref={name} name="businessName" autoComplete="organization" defaultValue={filled.current} />
      </Field>
      <Field label="Request type" error={errors.requestType}>
        <NativeSelect name="requestType" defaultValue="dashboard_change">
          {Object.entries(changeRequestTypes).map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label="Message" error={errors.message}>
        <Textarea name="message" rows={5} />
      </Field>
      <AttachmentsField attachments={attachments} />
      <DialogFooter>
        <DialogClose asChild>
          <Button type="button">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={busy} disabled={isPending}>
          Send request
        </Button>
      </DialogFooter>
    </form>
  );
}

const required = (maxLength: number, empty: string) =>
  z.string().check(z.trim(), z.minLength(1, empty), z.maxLength(maxLength, `Use at most ${maxLength} characters`));

/** Spec §5: business name and message are required. */
const serviceRequestSchema = z.object({
  businessName: required(200, "Business name is required"),
  requestType: z.enum(Object.keys(changeRequestTypes) as [ChangeRequestType, ...ChangeRequestType[]]),
  message: required(10_000, "Message is required"),
});
