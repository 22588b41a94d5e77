import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { FieldError } from "~/ui/field.tsx";
import { KeyText } from "~/ui/key-caps.tsx";
import { formatMoney } from "../../../../domain/money.ts";
import { draftTotal } from "./invoice-draft.ts";
import type { useInvoiceEditor } from "./use-invoice-editor.ts";

type Props = {
  editor: ReturnType<typeof useInvoiceEditor>;
  today: string;
  confirming: boolean;
  onConfirmOpen: () => void;
  onConfirmClose: () => void;
};

/** The live total and the actions for the draft. */
export function EditorSummary({ editor, confirming, onConfirmOpen, onConfirmClose }: Props) {
  const { draft, errors, save, send, remove, dirty, isNew } = editor;
  const { client } = draft;
  const account = client?.for_account && ` The invoice belongs to the account ${client.for_account}.`;
  // The address is the person's. The company may be another of their accounts, so it stands for them only if it's the only one.
  const receiver = client?.for_account ? client.name : client?.company || client?.name;
  const total = formatMoney({ amount: draftTotal(draft), currency: draft.currency });
  return (
    <Card className="grid gap-4 p-5 phone:p-4">
      <div>
        <p className="font-medium text-13 text-ink-2">Total</p>
        <p className="figure mt-0.5 wrap-anywhere font-medium text-2xl" aria-live="polite">
          {total}
        </p>
        <FieldError id="total-error">{errors.total}</FieldError>
      </div>
      <div className="grid gap-2">
        <Button variant="primary" loading={send.busy} onClick={onConfirmOpen}>
          Send invoice
        </Button>
        <Button loading={save.busy} onClick={() => void save.run()}>
          <span>Save draft</span>
        </Button>
        {!isNew && <DeleteDraft busy={remove.busy} onDelete={() => void remove.run()} />}
      </div>
      <p className="text-ink-3 text-xs">
        {dirty ? "Not saved yet." : isNew ? "A number is assigned on send." : "All changes saved."}
        <span className="phone:hidden">
          {" "}
          <KeyText keys="mod+s" /> saves, <KeyText keys="mod+Enter" /> sends.
        </span>
      </p>
      <ConfirmDialog
        open={confirming}
        onClose={onConfirmClose}
        title={`Send this invoice for ${total}?`}
        description={`${receiver} gets it at ${client?.email} as a PDF with a link to pay.${account ?? ""} You can't change it after that, only credit or cancel it.`}
        confirmLabel="Send invoice"
        variant="primary"
        onConfirm={() => void send.run()}
      />
    </Card>
  );
}

function DeleteDraft({ busy, onDelete }: { busy: boolean; onDelete: () => void }) {
  return (
    <ConfirmDialog
      trigger={
        <Button variant="ghost" loading={busy}>
          <span>Delete draft</span>
        </Button>
      }
      title="Delete this draft?"
      description="The client hasn't seen it."
      confirmLabel="Delete draft"
      onConfirm={onDelete}
    />
  );
}
