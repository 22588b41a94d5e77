import { useEffect, useMemo, useState } from "react";
import type { QueueLead } from "../lib/lead-types.ts";
import { SECTIONS, type SectionKey, type Today } from "./api.ts";

export type QueueRow = { key: string; section: SectionKey; lead: QueueLead };

/**
 * The rows of all sections as one list with a cursor. When the current row disappears, the cursor moves to the row that takes
 * its place. New rows above do not move the cursor.
 */
export function useQueue(day: Today | undefined) {
  const rows = useMemo(() => (day ? toRows(day) : []), [day]);
  const [cursor, setCursor] = useState({ key: "", at: 0 });
  const found = rows.findIndex(({ key }) => key === cursor.key);
  const at = found === -1 ? Math.min(cursor.at, rows.length - 1) : found;
  const row = rows[at];
  useEffect(() => {
    if (row && (row.key !== cursor.key || at !== cursor.at)) setCursor({ key: row.key, at });
  }, [row, at, cursor]);
  // When the focused row disappears, the next row gets the focus. Focus elsewhere stays.
  const key = row?.key;
  useEffect(() => {
    if (key && cursor.at >= 0 && document.activeElement === document.body && hadQueueFocus) focusRow(key);
  }, [key, cursor.at]);
  const goTo = (next: number) => {
    const target = rows[Math.min(Math.max(next, 0), rows.length - 1)];
    if (!target) return;
    setCursor({ key: target.key, at: rows.indexOf(target) });
    focusRow(target.key);
  };
  return {
    rows,
    row,
    at,
    goTo,
    select: (key: string) => setCursor({ key, at: rows.findIndex((one) => one.key === key) }),
  };
}

/** Whether a row has had the focus since the page opened. Only then does the focus follow the cursor. */
let hadQueueFocus = false;

export function markQueueFocused(): void {
  hadQueueFocus = true;
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
