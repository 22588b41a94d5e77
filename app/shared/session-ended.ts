let isOwn = false;

/** The user signs out in this tab, so the sign-in page has nothing to explain. */
export function noteOwnSignOut(): void {
  isOwn = true;
}

/** The sign-in page after a session ended. It says why, unless the user signed out in this tab. */
export function signInAfterEnd(): string {
  const path = isOwn ? "/auth" : `/auth?${ENDED_PARAM}=1`;
  isOwn = false;
  return path;
}

/** The sign-in page says that the session ended. */
export const ENDED_PARAM = "ended";
