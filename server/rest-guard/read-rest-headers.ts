import { ACCOUNT_HEADER } from "../../domain/account-header.ts";
import { BadRequest } from "../request/bad-request.ts";
import { pickHeaders } from "../request/read-target.ts";
import { bearerOf } from "./read-caller.ts";

/** Headers that are forwarded unchanged. */
const FORWARDED_HEADERS = [
  "apikey",
  "x-client-info",
  ACCOUNT_HEADER,
  "origin",
  "access-control-request-method",
  "access-control-request-headers",
];
const PREFERENCES = new Set(["return", "count", "resolution", "missing", "handling", "tx", "max-affected", "timezone"]);
const MAX_HEADER_LENGTH = 500;

/** The headers that the table API reads, each in its canonical form. Throws BadRequest for forbidden values. */
export function readRestHeaders(request: Request): Headers {
  const headers = pickHeaders(request.headers, FORWARDED_HEADERS);
  const read = (name: string) => {
    const value = request.headers.get(name);
    if (value !== null && value.length > MAX_HEADER_LENGTH)
      throw new BadRequest("target", `The header ${name} is too long`, 431);
    return value;
  };
  const set = (name: string, value: string | null | undefined) => value && headers.set(name, value);
  const token = bearerOf(request.headers);
  set("Authorization", token && `Bearer ${token}`);
  // The library refuses the secret key to browsers, which it recognizes by this header.
  set("User-Agent", request.headers.get("user-agent")?.slice(0, MAX_HEADER_LENGTH));
  set("Accept", readAccept(read("accept")));
  set("Prefer", readPrefer(read("prefer")));
  const range = read("range");
  set("Range", range !== null && /^\d{1,9}-\d{0,9}$/.test(range) ? range : null);
  read(ACCOUNT_HEADER);
  for (const name of ["accept-profile", "content-profile"]) checkProfile(read(name));
  return headers;
}

/** Query plans are refused, because they reveal rows that the caller may not see. */
function readAccept(accept: string | null): string | null {
  if (accept && /vnd\.pgrst\.plan/i.test(accept))
    throw new BadRequest("media type", "None of these media types are available: application/vnd.pgrst.plan", 406);
  return accept;
}

function checkProfile(profile: string | null): void {
  if (profile !== null && profile !== "public")
    throw new BadRequest("schema", "Only the following schemas are exposed: public", 406);
}

/**
 * The known preferences, each once. If one comes twice, the library uses the first in some places and the last in
 * others.
 */
function readPrefer(prefer: string | null): string | undefined {
  const picked = new Map<string, string>();
  for (const entry of (prefer ?? "").split(",")) {
    const [name = "", value = "", ...more] = entry.split("=").map((part) => part.trim());
    if (!PREFERENCES.has(name)) continue;
    if (picked.has(name) || more.length > 0 || !/^[\w/+:-]{1,60}$/.test(value))
      throw new BadRequest("target", `The preference ${name} must have one value`);
    picked.set(name, value);
  }
  return [...picked].map(([name, value]) => `${name}=${value}`).join(", ");
}
