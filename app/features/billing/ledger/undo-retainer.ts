import { isOutdated } from "~/shared/problem-text.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { undoRetainerChange } from "./mutations.ts";

type Change = {
  retainerId: string;
  /** The version that the change made. */
  version: string;
  /** The invoices that it sent, which stay. */
  sent: string[];
  /** What the retainer is again. */
  title: string;
};

/** By retainer, the toast that offers to undo its last change. */
const offers = new Map<string, string>();

/** Takes the offer of an earlier change away, because only the last one can be undone. */
export function endOffer(retainerId: string): void {
  const id = offers.get(retainerId);
  if (id) toast.dismiss(id);
  offers.delete(retainerId);
}

/** Undo for the toast of a change of a retainer, in place of the one of an earlier change. */
export function useUndoRetainer() {
  const undo = useAction<Change>({
    action: ({ retainerId, version }) => undoRetainerChange(retainerId, version),
    successMessage: (_, { title, sent }) => (sent.length > 0 ? { title, description: stayText(sent) } : title),
    errorMessage: "Couldn't undo the change",
    explain: (error) => (isOutdated(error) ? "Couldn't undo: this retainer has changed since." : null),
    invalidates: [queryKeys.billing(), queryKeys.accounts()],
  });
  return (change: Change) => {
    endOffer(change.retainerId);
    const id = `retainer-${change.retainerId}-${change.version}`;
    offers.set(change.retainerId, id);
    return { id, action: { label: "Undo", onClick: () => void undo.run(change) } };
  };
}

const stayText = (sent: string[]) =>
  sent.length === 1
    ? `${sent[0]} stays sent. Cancel it if it shouldn't be paid.`
    : `${formatNames(sent)} stay sent. Cancel them if they shouldn't be paid.`;

/** '{INV-1021} was sent to {ann@example.com}.' */
export const sentText = (sent: string[], to: string): string | undefined =>
  sent.length > 0 ? `${formatNames(sent)} ${sent.length === 1 ? "was" : "were"} sent to ${to}.` : undefined;
