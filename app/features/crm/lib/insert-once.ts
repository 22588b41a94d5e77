import { ServiceError } from "~/shared/service-error.ts";

const UNIQUE_VIOLATION = "23505";

/** Inserts a row with an id that the caller chose. If the row already exists, the response to an earlier try was lost: success. */
export async function insertOnce(insert: Promise<unknown>): Promise<void> {
  try {
    await insert;
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === UNIQUE_VIOLATION)) throw error;
  }
}
