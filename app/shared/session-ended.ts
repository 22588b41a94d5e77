let ownPath: string | null = null;

/** The user signs out in this tab, so the sign-in page at this path has nothing to explain. */
export function noteOwnSignOut(path = "/auth"): void {
  ownPath = path;
}

/** The sign-in page after a session ended. It says why, unless the user signed out in this tab. */
export function signInAfterEnd(): string {
  const path = ownPath ?? `/auth?${ENDED_PARAM}=1`;
  ownPath = null;
  return path;
}

/** The sign-in page says that the session ended. */
export const ENDED_PARAM = "ended";
