import type { Stage, StageChange } from "./api.ts";

type Values = Record<string, string | undefined>;

const MAX_LABEL_LENGTH = 40;
const MAX_DAYS = 365;

/** Form errors by field: `<key>-label` and `<key>-days`. */
export function stageProblems(stages: Stage[], values: Values): [string, string][] {
  const labels = stages.map(({ key }) => values[`${key}-label`]?.trim().toLowerCase() ?? "");
  return stages.flatMap(({ key }, at) => {
    const label = labels[at] ?? "";
    const days = values[`${key}-days`]?.trim() ?? "";
    const found: [string, string][] = [];
    if (!label) found.push([`${key}-label`, "Enter a stage name"]);
    else if (label.length > MAX_LABEL_LENGTH)
      found.push([`${key}-label`, `Use at most ${MAX_LABEL_LENGTH} characters`]);
    else if (labels.indexOf(label) < at) found.push([`${key}-label`, "Another stage has this name"]);
    if (days && !(/^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= MAX_DAYS))
      found.push([`${key}-days`, `Enter 1–${MAX_DAYS}, or leave empty`]);
    return found;
  });
}

/** The stages that differ from the stored ones. */
export function changedStages(stages: Stage[], values: Values): StageChange[] {
  return stages.flatMap((stage) => {
    const label = stage.is_fixed ? stage.label : (values[`${stage.key}-label`]?.trim() ?? stage.label);
    const days = values[`${stage.key}-days`];
    const rotsAfterDays = days === undefined ? stage.rots_after_days : days.trim() ? Number(days) : null;
    const same = label === stage.label && rotsAfterDays === stage.rots_after_days;
    return same ? [] : [{ row: stage, label, rotsAfterDays }];
  });
}

/** The rows after one of them moves up (-1) or down (1). A row at the end stays in place. */
export function moveItem<Row extends { id: string }>(rows: readonly Row[], id: string, by: -1 | 1): Row[] {
  const from = rows.findIndex((row) => row.id === id);
  const to = from + by;
  const moved = rows[from];
  if (!moved || to < 0 || to >= rows.length) return [...rows];
  return rows.toSpliced(from, 1).toSpliced(to, 0, moved);
}
