import { ServiceError } from "~/shared/service-error.ts";

type UndoResult = { restored: number; kept: number };

/** What the database says of a step that needs no undoing: it never arrived there, or was undone already. */
const FINAL_CODES = new Set(["PT404", "PT409"]);

/**
 * Undoes steps, the last one first, and takes each that is done off the list, so that another try goes on where this one
 * failed. Throws what `undo` throws.
 */
export async function undoSteps(steps: string[], undo: (step: string) => Promise<UndoResult>): Promise<UndoResult> {
  const total: UndoResult = { restored: 0, kept: 0 };
  for (let step = steps.at(-1); step !== undefined; step = steps.at(-1)) {
    try {
      const { restored, kept } = await undo(step);
      total.restored += restored;
      total.kept += kept;
    } catch (error) {
      if (!(error instanceof ServiceError && FINAL_CODES.has(error.code ?? ""))) throw error;
    }
    steps.pop();
  }
  return total;
}
