import { getLastFailure } from "~/shared/failed-responses.ts";
import { getLastPage } from "~/shared/last-page.ts";

/** What a question carries along, so that nobody has to ask back. */
export type RequestContext = { page: string; requestId: string | null };

/** The page from which somebody came to the help center, and the last request that failed. */
export function collectContext(): RequestContext {
  return { page: getLastPage() ?? "/help", requestId: getLastFailure()?.requestId ?? null };
}

/** The message as it is stored: the words, then where they were written. */
export function appendContext(message: string, { page, requestId }: RequestContext): string {
  const lines = [`Page: ${page}`, ...(requestId ? [`Request: ${requestId}`] : [])];
  return `${message}\n\n${lines.join("\n")}`;
}
