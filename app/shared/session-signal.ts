let controller = new AbortController();
let signingOut: Promise<unknown> = Promise.resolve();

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
  const done = action().finally(() => {
    controller = new AbortController();
  });
  signingOut = done.catch(() => undefined);
  return done;
}

/** Resolves when requests can start again. The session's end is known before the sign-out is done. */
export const whenSignedOut = () => signingOut;
