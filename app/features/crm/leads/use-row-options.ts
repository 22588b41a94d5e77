import { useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { queryKeys } from "~/shared/query-keys.ts";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { crmPath } from "~/shared/workspace.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import { saveLeadList, useOpenLead } from "../lib/open-lead.ts";
import { useFilterChoices } from "../lib/use-filter-choices.ts";
import { useNow } from "../lib/use-now.ts";
import type { Selection } from "../lib/use-selection.ts";
import { type ColumnLayout, columnOf } from "./columns.ts";
import type { RowOptions } from "./leads-row.tsx";

type Options = {
  rows: LeadRow[];
  layout: ColumnLayout;
  currency: string;
  selection: Selection;
  total: number | undefined;
};
type Edit = { id: string; field: keyof LeadRow };

/**
 * The options that all rows share. They change with the columns, choices and URL, but not with rows or selection, so that
 * scrolling renders only new rows.
 */
export function useRowOptions({ rows, layout, currency, selection, total }: Options) {
  const [search] = useSearchParams();
  const client = useQueryClient();
  const { open, leadId } = useOpenLead();
  const actions = useLeadActions();
  const { choices } = useFilterChoices();
  const now = useNow();
  const [editing, setEditing] = useState<Edit | null>(null);
  const anchor = useRef<string | null>(null);
  const onOpen = useEventCallback((lead: LeadRow, event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.button !== 0) return;
    event.preventDefault();
    saveLeadList({ name: "Leads", path: crmPath(`/leads?${search}`), ids: rows.map(({ id }) => id), total });
    open(lead.id);
  });
  const onToggle = useEventCallback((id: string, range: boolean) => {
    const at = (wanted: string | null) => rows.findIndex((lead) => lead.id === wanted);
    const [from, to] = [at(anchor.current), at(id)];
    anchor.current = id;
    if (!range || from === -1) return selection.toggle(id);
    // All rows between get the new state of this one, as in a list of mails.
    const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((lead) => lead.id);
    if (selection.has(id)) selection.remove(between);
    else selection.add(between);
  });
  const left = useRef<Edit | null>(null);
  const onEdit = useEventCallback((edit: Edit | null) => {
    left.current = edit ? null : editing;
    setEditing(edit);
  });
  const afterEdit = useRef<(() => void) | null>(null);
  // The focus returns to the edited cell, so that arrow keys and e continue from there, even after the dialog of a stage.
  useEffect(() => {
    const cell = left.current;
    left.current = null;
    if (editing || !cell) return;
    requestAnimationFrame(() => {
      cellOf(cell)?.focus();
      afterEdit.current?.();
      afterEdit.current = null;
    });
  }, [editing]);
  const toStage = useEventCallback((lead: LeadRow, stage: string) => {
    actions.move([lead], stage);
  });
  const onSaved = useEventCallback(() => client.invalidateQueries({ queryKey: queryKeys.crm() }));
  // Widths are in a CSS variable, so they render no row.
  const keys = layout.map(({ key }) => key).join(",");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the layout
  const columns = useMemo(() => layout.map(({ key }) => columnOf(key)), [keys]);
  const rowOptions = useMemo<RowOptions>(() => {
    return {
      columns,
      currency,
      now,
      choices,
      hrefOf: (lead) => {
        const next = new URLSearchParams(search);
        next.set("lead", lead);
        return `?${next}`;
      },
      onOpen,
      onToggle,
      onEdit,
      onSaved,
      onStage: (lead, stage) => {
        if (stage !== "lost" && stage !== "won") return false;
        afterEdit.current = () => toStage(lead, stage);
        return true;
      },
    };
  }, [columns, currency, now, choices, search, onOpen, onToggle, onEdit, onSaved, toStage]);
  return { rowOptions, editing, toStage, openId: leadId };
}

function cellOf({ id, field }: Edit): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-lead="${id}"] [data-cell="${field}"]`);
}
