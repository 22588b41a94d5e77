let controller = new AbortController();

/** The signal that every call with the person's token listens to, together with its own. */
export function withSessionSignal(own: AbortSignal | null | undefined): AbortSignal {
  return own ? AbortSignal.any([own, controller.signal]) : controller.signal;
}

/**
 * Ends what is under way for somebody who leaves, and lets nothing new begin until `leave` is done: a list that is still
 * loading would be asked for with a session that no longer exists, and answer to nobody.
 */
export async function abortRequestsDuring<Result>(action: () => Promise<Result>): Promise<Result> {
  controller.abort(new DOMException("Signed out", "AbortError"));
  try {
    return await action();
  } finally {
    controller = new AbortController();
  }
}
