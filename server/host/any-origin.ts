import { cors } from "hono/cors";

/** What pages of another origin may read of a response. */
export const EXPOSED_HEADERS = [
  "Content-Range",
  "Content-Length",
  "ETag",
  "Location",
  "Preference-Applied",
  "Retry-After",
];

/**
 * Pages of any origin may use the protocol, as on a hosted project: a host in front of this one is another origin. Rights come
 * from headers, never from cookies. The requested headers are allowed as they are.
 */
export const anyOrigin = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
  exposeHeaders: EXPOSED_HEADERS,
  maxAge: 3600,
});
