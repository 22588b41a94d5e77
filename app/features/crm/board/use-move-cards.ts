import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { changeLeads, undoChange } from "../lib/change-leads.ts";
import { refusedChangeText } from "../lib/conflict.ts";
import type { LeadRow } from "../lib/lead-row.ts";
import { offerUndo } from "../lib/undo-stack.ts";
import { type Board, type BoardParams, boardQuery } from "./load-board.ts";

/** Moves cards: seen at once, saved behind it; a refused move returns with a sentence that says why. */
export function useMoveCards(params: BoardParams, focusAfterMove: RefObject<string | null>) {
  const client = useQueryClient();
  // One after the other: two moves of one card must not overtake each other.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const pendingMoves = useRef(0);
  const { queryKey } = boardQuery(params);

  // The card that comes back has the focus again, unless that is somewhere else by now.
  const undo = (batchIds: string[], only: LeadRow | undefined) => {
    const { activeElement } = document;
    if (only && (activeElement === document.body || activeElement?.closest("[data-lead]")))
      focusAfterMove.current = only.id;
    return undoChange(batchIds);
  };
  const move = (leads: LeadRow[], stage: string): void => {
    const moving = leads.filter((lead) => lead.stage !== stage);
    const label = client.getQueryData(queryKey)?.columns.find((column) => column.stage === stage)?.label ?? stage;
    if (moving.length === 0) return;
    void client.cancelQueries({ queryKey: ["crm", "board"] });
    client.setQueryData(queryKey, (board) => board && withMoved(board, moving, stage));
    const who = moving.length === 1 && moving[0] ? leadName(moving[0]) : `${moving.length} leads`;
    const save = async () => {
      let saved = 0;
      try {
        const [only] = moving;
        const seen = moving.length === 1 && only ? { seenVersion: only.version } : {};
        const { batchIds, changed, skipped, problem } = await changeLeads(
          moving.map(({ id }) => id),
          { stage },
          seen,
        );
        saved = changed;
        if (changed > 0) offerUndo({ text: `Moved ${who} to ${label}`, undo: () => undo(batchIds, only) });
        if (skipped > 0)
          toast.info(`${skipped} stayed where they are: they are not yours to move, or were there already`);
        if (problem) throw problem;
      } catch (error) {
        // Offline nothing is asked anew for long: what was not saved goes back at once.
        if (saved === 0) client.setQueryData(queryKey, (board) => board && withReturned(board, moving, stage));
        toast.error(await refusedChangeText(error, moving.length === 1 ? moving[0]?.id : undefined, who));
      }
      pendingMoves.current -= 1;
      // What is asked for now would not know of the moves that still wait.
      if (pendingMoves.current === 0) await client.invalidateQueries({ queryKey: queryKeys.crm() });
    };
    pendingMoves.current += 1;
    queue.current = queue.current.then(save);
  };
  return move;
}

/** The board as it was: each card on top of the column that it came from, as it stood there. */
function withReturned(board: Board, moved: LeadRow[], from: string): Board {
  return moved.reduce((shown, lead) => withMoved(shown, [{ ...lead, stage: from }], lead.stage, lead), board);
}

/** The board as it will be: cards on top of their new column, counts and values with them. */
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
