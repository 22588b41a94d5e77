/**
 * Links in e-mails come back to the site's root with a session, a code or an error in the address. /auth finishes or
 * explains them; nothing of it may stay in the history. True when the visitor is on the way there.
 */
export function forwardAuthCallback(): boolean {
  const { search, hash } = location;
  if (!/[?&](code|error)=/.test(search) && !/[#&](access_token|error)=/.test(hash)) return false;
  location.replace(`/auth${search}${hash}`);
  return true;
}
