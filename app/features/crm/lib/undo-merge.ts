import { rpc } from "~/shared/api.ts";
import { undoResult } from "./lead-types.ts";

/** Splits a merged lead in two again; `kept` fields changed since and stay. Throws ServiceError: PT409 says what prevents it. */
export const undoMerge = (batchId: string) => rpc("undo_lead_merge", { p_batch_id: batchId }, undoResult);
