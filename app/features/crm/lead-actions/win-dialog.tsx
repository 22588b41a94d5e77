import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { formatCount } from "../../../../domain/format-count.ts";

export type Winning = {
  count: number;
  /** How many have no owner; null if the selection is not loaded. */
  unowned: number | null;
  onConfirm: () => void;
};

/** Asks before many leads are won at the same time: that ends their clocks and counts in everyone's figures. */
export function WinDialog({ count, unowned, onConfirm, onClose }: Winning & { onClose: () => void }) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Mark ${formatCount(count)} leads as won?`}
      description={`Each owner gets credit for their leads. ${unownedText(unowned)} You can undo this.`}
      confirmLabel={`Mark ${formatCount(count)} as won`}
      variant="primary"
      onConfirm={onConfirm}
    />
  );
}

function unownedText(unowned: number | null): string {
  if (unowned === null) return "Leads without an owner aren't credited to anyone.";
  if (unowned === 0) return "All of them have an owner.";
  const leads = unowned === 1 ? "1 lead has" : `${formatCount(unowned)} leads have`;
  return `${leads} no owner and ${unowned === 1 ? "isn't" : "aren't"} credited to anyone, unless you assign ${unowned === 1 ? "it" : "them"} first.`;
}
