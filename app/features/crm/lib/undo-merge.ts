import { callCrm } from "./call-crm.ts";

/** Makes one lead two again; `kept` fields were changed since and stay. Throws ServiceError: PT409 says what is in the way. */
export const undoMerge = (batchId: string) =>
  callCrm<{ restored: number; kept: number }>("undo_lead_merge", { p_batch_id: batchId });
