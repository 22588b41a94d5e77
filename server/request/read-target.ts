import { BadRequest } from "./bad-request.ts";

/** One query parameter, decoded. */
export type Parameter = readonly [name: string, value: string];

const MAX_PATH_LENGTH = 300;
/** Where reading stops. Each route sets its own lower limit. */
const MAX_PARAMETERS = 200;
const SEGMENT = /^[A-Za-z0-9_.-]{1,100}$/;

/**
 * Splits the path below `prefix` into parts. Our names need only letters, digits, `_`, `-` and `.`. Everything that two
 * parsers could read differently (percent signs, empty parts, dot segments) is refused. Throws BadRequest.
 */
export function readPath(pathname: string, prefix: string): string[] {
  const parts = pathname.slice(0, MAX_PATH_LENGTH + 1).split("/");
  const isPlain =
    pathname.length <= MAX_PATH_LENGTH &&
    parts.slice(1).every((part) => SEGMENT.test(part) && part !== "." && part !== "..");
  if (!isPlain || !pathname.startsWith(`${prefix}/`))
    throw new BadRequest("path", "Invalid path specified in request URL");
  return pathname.slice(prefix.length + 1).split("/");
}

/**
 * The query's parameters, in order. Throws BadRequest for input that parsers decode differently: a stray percent sign,
 * bytes that are not UTF-8, NUL.
 */
export function readQuery(search: string, maxLength: number): Parameter[] {
  if (search.length > maxLength)
    throw new BadRequest("target", `The query is longer than ${maxLength} characters`, 414);
  const text = search.startsWith("?") ? search.slice(1) : search;
  const parts = text.split("&", MAX_PARAMETERS + 1);
  if (parts.length > MAX_PARAMETERS) throw new BadRequest("target", `At most ${MAX_PARAMETERS} parameters are allowed`);
  return parts
    .filter((part) => part !== "")
    .map((part) => {
      const mark = part.indexOf("=");
      return mark === -1 ? [decode(part), ""] : [decode(part.slice(0, mark)), decode(part.slice(mark + 1))];
    });
}

function decode(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new BadRequest("target", "The query isn't valid percent-encoded UTF-8");
  }
  if (decoded.includes("\0")) throw new BadRequest("target", "The query must not contain NUL");
  return decoded;
}

/** The one value of each allowed name. Other names are dropped. Throws BadRequest if a name comes twice. */
export function pickParameters(parameters: Parameter[], allowed: readonly string[]): Record<string, string> {
  const picked = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (!allowed.includes(name)) continue;
    if (picked.has(name)) throw new BadRequest("target", `The parameter ${name} may be given only once`);
    picked.set(name, value);
  }
  return Object.fromEntries(picked);
}

/** A copy of only the allowed headers. */
export function pickHeaders(headers: Headers, allowed: readonly string[]): Headers {
  const picked = new Headers();
  for (const name of allowed) {
    const value = headers.get(name);
    if (value !== null) picked.set(name, value);
  }
  return picked;
}
