const STARTED = Date.now().toString(36);
let count = 0;

/** Ids always have this length, so that prepared responses can reserve space for them. */
export const REQUEST_ID_LENGTH = STARTED.length + 8;

/** Creates a request id for the response, the log line and the error page: this start, plus a running number. */
export function nextRequestId(): string {
  return `${STARTED}-${(++count).toString(36).padStart(7, "0")}`;
}
