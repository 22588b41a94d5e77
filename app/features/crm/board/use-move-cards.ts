import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { changeLeads, refusedChangeText, undoChange } from "../lib/change-leads.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import { offerUndo } from "../lib/undo-stack.ts";
import { type Board, type BoardParams, boardQuery, listMatchingAmong, narrows } from "./api.ts";
import { isFocusFree } from "./use-focus-undone.ts";

type Move = { leads: LeadRow[]; stage: string; who: string };

/** Moves cards at once and then stores the move. If the move is refused, the cards go back and a toast says why. */
export function useMoveCards(params: BoardParams, focusAfterMove: RefObject<string | null>) {
  const client = useQueryClient();
  const { queryKey } = boardQuery(params);
  const labelOf = (stage: string) =>
    client.getQueryData(queryKey)?.columns.find((column) => column.stage === stage)?.label ?? stage;

  // The returned card gets the focus back, unless the user has moved the focus elsewhere.
  const undo = (batchIds: string[], only: LeadRow | undefined) => {
    if (only && isFocusFree(document)) focusAfterMove.current = only.id;
    return undoChange(batchIds);
  };
  const explain = (error: unknown, { leads, who }: Move) =>
    refusedChangeText(error, leads.length === 1 ? leads[0]?.id : undefined, who);
  const { run } = useAction({
    // Two moves of the same card must be stored in order.
    whenBusy: "queue",
    canRetry: true,
    optimistic: ({ leads, stage }: Move) => {
      void client.cancelQueries({ queryKey: ["crm", "board"] });
      client.setQueryData(queryKey, (board) => board && withMoved(board, leads, stage));
      // A separate move takes it back, so that later moves stay as they are.
      return () => client.setQueryData(queryKey, (board) => board && withReturned(board, leads, stage));
    },
    action: ({ leads, stage }) => {
      const seenVersion = leads.length === 1 ? leads[0]?.version : undefined;
      const ids = leads.map(({ id }) => id);
      return changeLeads(ids, { stage }, { seenVersion });
    },
    onSuccess: async ({ batchIds, changed, skipped, problem }, move) => {
      const only = move.leads.length === 1 ? move.leads[0] : undefined;
      const moved = `Moved ${move.who} to ${labelOf(move.stage)}`;
      const rest = `${skipped} not moved: already in that stage, or not yours to edit`;
      const gone = changed > 0 ? goneText(await countGone(params, move.leads), changed) : "";
      // In one toast, because a second one would cover Undo.
      if (changed > 0)
        offerUndo({
          text: (skipped > 0 ? `${moved}. ${rest}` : moved) + gone,
          name: moved,
          undo: () => undo(batchIds, only),
        });
      else if (skipped > 0) toast.info(rest);
      if (problem) toast.error(await explain(problem, move));
    },
    explain,
    errorMessage: "Couldn't save the change",
    invalidates: [queryKeys.crm()],
  });
  return (leads: LeadRow[], stage: string): void => {
    const moving = leads.filter((lead) => lead.stage !== stage);
    const [first] = moving;
    if (!first) return;
    const who = moving.length === 1 ? leadName(first) : `${moving.length} leads`;
    void run({ leads: moving, stage, who });
  };
}

/** How many of these leads the board no longer shows, now that they have moved. None if that can't be read. */
async function countGone(params: BoardParams, leads: LeadRow[]): Promise<number> {
  if (!narrows(params)) return 0;
  const ids = leads.map(({ id }) => id);
  const matching = await listMatchingAmong(params, ids).catch(() => ids);
  return ids.length - matching.length;
}

function goneText(gone: number, changed: number): string {
  if (gone === 0) return "";
  if (gone < changed) return `. ${formatCount(gone)} ${gone === 1 ? "is" : "are"} no longer in this filter.`;
  return changed === 1 ? ". It's no longer in this filter." : ". They're no longer in this filter.";
}

/** Puts each card on top of the column that it came from, in its earlier state. */
function withReturned(board: Board, moved: LeadRow[], from: string): Board {
  return moved.reduce((shown, lead) => withMoved(shown, [{ ...lead, stage: from }], lead.stage, lead), board);
}

/** Puts cards on top of their new column and updates the counts and values of both columns. */
function withMoved(board: Board, moving: LeadRow[], stage: string, as?: LeadRow): Board {
  const ids = new Set(moving.map(({ id }) => id));
  const now = new Date().toISOString();
  const moved = moving.map((lead) => as ?? { ...lead, stage, stage_entered_at: now, version: lead.version + 1 });
  const totalValue = (leads: LeadRow[]) => leads.reduce((sum, lead) => sum + (lead.value_cents ?? 0), 0);
  return {
    ...board,
    columns: board.columns.map((column) => {
      const left = moving.filter((lead) => lead.stage === column.stage);
      const came = column.stage === stage ? moving : [];
      if (left.length === 0 && came.length === 0) return column;
      const rows = (column.cards?.rows ?? []).filter(({ id }) => !ids.has(id));
      return {
        ...column,
        leads: column.leads === null ? null : column.leads + came.length - left.length,
        value_cents: column.value_cents === null ? null : column.value_cents + totalValue(came) - totalValue(left),
        cards: column.cards && { ...column.cards, rows: came.length > 0 ? [...moved, ...rows] : rows },
      };
    }),
  };
}
