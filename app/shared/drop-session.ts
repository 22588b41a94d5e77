import type { SupabaseClient } from "@supabase/supabase-js";
import { fetchRecordingFailures } from "./failed-responses.ts";
import { abortRequestsDuring } from "./session-signal.ts";

type Auth = SupabaseClient["auth"];

let isDropping = false;

/**
 * Removes a session from this browser that has ended elsewhere, and open pages follow. Running requests would all be refused, so they
 * are aborted.
 */
async function dropSession(auth: Auth): Promise<void> {
  if (isDropping) return;
  isDropping = true;
  try {
    await abortRequestsDuring(() => auth.signOut({ scope: "local" }));
  } finally {
    isDropping = false;
  }
}

/** The fetch of the auth client. The server doesn't have a session that is dropped, so it isn't asked to end it. */
export const fetchForAuth: typeof fetch = (input, init) =>
  isDropping && /\/logout(\?|$)/.test(input instanceof Request ? input.url : String(input))
    ? Promise.resolve(new Response(null, { status: 204 }))
    : fetchRecordingFailures(input, init);

/**
 * Asks for a new token after a refused call. If the session has ended elsewhere, it is dropped: the client would keep it until its
 * token expires, and every call would be refused until then.
 */
export async function refreshOrDrop(auth: Auth): ReturnType<Auth["refreshSession"]> {
  const answer = await auth.refreshSession();
  if (!answer.data.user && answer.error?.name !== "AuthRetryableFetchError") await dropSession(auth);
  return answer;
}
