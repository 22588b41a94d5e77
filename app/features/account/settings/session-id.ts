/** The session that an access token belongs to; null when it names none. */
export function sessionIdOf(accessToken: string | undefined): string | null {
  const payload = accessToken?.split(".")[1];
  if (!payload) return null;
  try {
    const { session_id } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as {
      session_id?: string;
    };
    return session_id ?? null;
  } catch {
    return null;
  }
}
