let controller = new AbortController();

/** Combines a call's own signal with the session's signal. Every call with the user's token uses it. */
export function withSessionSignal(own: AbortSignal | null | undefined): AbortSignal {
  return own ? AbortSignal.any([own, controller.signal]) : controller.signal;
}

/**
 * Aborts running requests during sign-out and starts no new ones until `action` is done. A list that is still loading would
 * otherwise send a request with a session that no longer exists.
 */
export async function abortRequestsDuring<Result>(action: () => Promise<Result>): Promise<Result> {
  controller.abort(new DOMException("Signed out", "AbortError"));
  try {
    return await action();
  } finally {
    controller = new AbortController();
  }
}
