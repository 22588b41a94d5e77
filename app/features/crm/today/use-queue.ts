import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { QueueLead } from "../lib/lead-types.ts";
import { onUndone } from "../lib/undo-stack.ts";
import { SECTIONS, type SectionKey, type Today } from "./api.ts";

export type QueueRow = { key: string; section: SectionKey; lead: QueueLead };

/**
 * The rows of all sections as one list with a cursor. When the current row disappears, the cursor moves to the row that takes
 * its place. Rows that come or go above do not move the cursor, and a step that becomes due takes it along. Undo returns it to the
 * lead whose change was undone.
 */
export function useQueue(day: Today | undefined) {
  const rows = useMemo(() => (day ? toRows(day) : []), [day]);
  /** The current row, in the list that it was chosen from. */
  const [cursor, setCursor] = useState<{ key: string; rows: readonly QueueRow[] }>({ key: "", rows: [] });
  const found = placeOf(cursor.key, cursor.rows, rows);
  const at = found === -1 ? successorOf(cursor.key, cursor.rows, rows) : found;
  const row = rows[at];
  /** By lead, the row that had the cursor when it disappeared. */
  const gone = useRef(new Map<string, string>());
  useEffect(() => {
    if (found === -1 && cursor.key) gone.current.set(leadOf(cursor.key), cursor.key);
    if (!row || (row.key === cursor.key && rows === cursor.rows)) return;
    // A key that was pressed in the meantime has moved the cursor already.
    setCursor((now) => (now === cursor ? { key: row.key, rows } : now));
  }, [row, rows, cursor, found]);
  const [undone, setUndone] = useState<string | null>(null);
  useEffect(() => {
    return onUndone(setUndone);
  }, []);
  useEffect(() => {
    if (!undone) return;
    const before = gone.current.get(undone);
    const back = rows.findIndex(({ key, lead }) => (before ? key === before : lead.id === undone));
    const target = rows[back];
    // A row that had the cursor follows with the next answer. Another lead may never be in this list.
    if (!target) return before ? undefined : setUndone(null);
    gone.current.delete(undone);
    setUndone(null);
    setCursor({ key: target.key, rows });
    if (isFocusFree()) focusRow(target.key);
  }, [undone, rows]);
  // When the focused row disappears, the next row gets the focus. Focus elsewhere stays.
  const key = row?.key;
  // Before anything else finds it a place, because a row that has the focus is the current one.
  useLayoutEffect(() => {
    if (key && at >= 0 && document.activeElement === document.body && hadQueueFocus) focusRow(key);
  }, [key, at]);
  const select = (to: string) => {
    setUndone(null);
    setCursor({ key: to, rows });
  };
  const goTo = (next: number) => {
    const target = rows[Math.min(Math.max(next, 0), rows.length - 1)];
    if (!target) return;
    select(target.key);
    focusRow(target.key);
  };
  return {
    rows,
    row,
    at,
    goTo,
    select,
  };
}

type Place = { key: string; section: SectionKey; lead: Pick<QueueLead, "id" | "next_task_at"> };

/**
 * The index of a row, or minus one if it is gone. Only the clock moves the same step from today's to the overdue ones; a lead that
 * someone worked on leaves its place to the next row.
 */
export function placeOf(key: string, before: readonly Place[], rows: readonly Place[]): number {
  const found = rows.findIndex((one) => one.key === key);
  const was = found === -1 ? before.find((one) => one.key === key) : undefined;
  if (was?.section !== "due_today") return found;
  return rows.findIndex(
    ({ section, lead: { id, next_task_at } }) =>
      section === "overdue" && id === was.lead.id && next_task_at === was.lead.next_task_at,
  );
}

/**
 * The index of the row that takes the place of a row that is gone: the first of those below it that is still there, else the
 * last one above it. Minus one if the list is empty.
 */
export function successorOf(key: string, before: readonly { key: string }[], rows: readonly { key: string }[]): number {
  const at = before.findIndex((one) => one.key === key);
  for (const candidate of [...before.slice(at + 1), ...before.slice(0, Math.max(at, 0)).toReversed()]) {
    const place = rows.findIndex((one) => one.key === candidate.key);
    if (place !== -1) return place;
  }
  return rows.length > 0 ? 0 : -1;
}

/** Whether a row has had the focus since the page opened. Only then does the focus follow the cursor. */
let hadQueueFocus = false;

export function markQueueFocused(): void {
  hadQueueFocus = true;
}

const leadOf = (key: string) => key.slice(key.indexOf(":") + 1);

/** Whether the focus is on a row, on Undo, or nowhere. */
function isFocusFree(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null ||
    activeElement.closest("[data-row], [data-sonner-toaster]") !== null ||
    activeElement === document.body
  );
}

function focusRow(key: string): void {
  const link = document.querySelector<HTMLElement>(`[data-row="${key}"]`);
  link?.focus({ preventScroll: true });
  link?.closest("li")?.scrollIntoView({ block: "nearest" });
}

function toRows(day: Today): QueueRow[] {
  return SECTIONS.flatMap(({ key: section }) =>
    day[section].rows.map((lead) => ({ key: `${section}:${lead.id}`, section, lead })),
  );
}
