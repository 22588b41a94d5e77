const STARTED = Date.now().toString(36);
let count = 0;

/** Always of this length, so that prepared answers have a place for it. */
export const REQUEST_ID_LENGTH = STARTED.length + 8;

/** Names one request, in its answer, in its line of the log and on its error page: this start, and a running number. */
export function nextRequestId(): string {
  return `${STARTED}-${(++count).toString(36).padStart(7, "0")}`;
}
