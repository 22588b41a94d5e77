import { ServiceError } from "~/shared/service-error.ts";

const UNIQUE_VIOLATION = "23505";

/** Inserts a row whose id the caller chose. A row that exists already is a success: the answer to the first try was lost. */
export async function insertOnce(insert: Promise<unknown>): Promise<void> {
  try {
    await insert;
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === UNIQUE_VIOLATION)) throw error;
  }
}
