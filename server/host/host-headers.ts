import { type SecurityOptions, securityHeaders } from "../security/headers.ts";

const EXPOSED = "Access-Control-Expose-Headers";

/**
 * The headers that the host adds to a response: security headers that the response does not have, and the request's id.
 */
export function createHostHeaders(security: SecurityOptions) {
  const names = Object.entries(securityHeaders(security));
  return (
    existing: (name: string) => string | null | undefined,
    requestId: string,
  ): [name: string, value: string][] => {
    const exposed = existing(EXPOSED);
    return [
      ...names.filter(([name]) => !existing(name)),
      ["X-Request-Id", requestId],
      [EXPOSED, exposed ? `${exposed}, X-Request-Id` : "X-Request-Id"],
    ];
  };
}
