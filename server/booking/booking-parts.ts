import { unitedStates } from "../../domain/format-locale.ts";
import { preferredLanguage } from "../../domain/language.ts";
import { isTimeZone } from "../../domain/zoned-time.ts";
import { bookingCookie } from "../../supabase/functions/_shared/landing/redirect-back.ts";
import type { RateLimiter } from "../../supabase/functions/_shared/limits.ts";
import { readBody } from "../../supabase/functions/_shared/read-body.ts";
import type { Backend } from "../backend/backend.ts";
import { findFonts } from "../landing/find-fonts.ts";
import { createPageFile, type StaticFiles, staticResponse } from "../pages/static-files.ts";
import {
  contentSecurityPolicy,
  inlineScriptHashes,
  type SecurityOptions,
  securityHeaders,
} from "../security/headers.ts";
import type { BookingAccount } from "./page-frame.ts";

export type BookingParts = {
  service: Backend["service"];
  limiter: RateLimiter;
  security: SecurityOptions;
  files: () => StaticFiles;
  /** Queued emails can go out. */
  wake: () => void;
};

/** A page of a notice instead of what was asked for, such as 404. */
export class BookingNotice extends Error {
  readonly title: string;
  readonly status: number;
  constructor(title: string, status: number) {
    super(title);
    this.title = title;
    this.status = status;
  }
}

/** One request, and where its pages are: on our own host with the account's name in their paths, or on the account's domain. */
export type BookingRequest = {
  request: Request;
  url: URL;
  address: string;
  onDomain: boolean;
  /** The account whose domain it is. Other accounts have no pages there. */
  owner: string | null;
};

const MAX_BODY_BYTES = 64 * 1024;
const MAX_FIELDS = 100;

export type Refused = { code: string; field: string | null };

/** Calls a procedure. A refusal is returned; every other error is thrown. */
export async function ask<Answer>(
  answer: PromiseLike<{
    data: unknown;
    error: { message: string; hint?: string | null; details?: string | null } | null;
  }>,
): Promise<{ data: Answer; refused: null } | { data: null; refused: Refused }> {
  const { data, error } = await answer;
  if (!error) return { data: data as Answer, refused: null };
  if (error.hint && /^[a-z_]+$/.test(error.hint))
    return { data: null, refused: { code: error.hint, field: error.details || null } };
  throw new Error(error.message);
}

/** The fields of a form that was sent, or a notice. A form on a foreign site could act in its visitors' names. */
export async function readFields(request: Request): Promise<Record<string, string>> {
  if (request.headers.get("sec-fetch-site") === "cross-site")
    throw new BookingNotice("This form can't be sent from another site", 403);
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw new BookingNotice("This form can't be read", 415);
  const body = await readBody(request, MAX_BODY_BYTES).catch(() => null);
  if (!body) throw new BookingNotice("This form can't be read", 413);
  const fields = [...new URLSearchParams(new TextDecoder().decode(body))].slice(0, MAX_FIELDS);
  return Object.fromEntries(fields.map(([name, value]) => [name, clean(value)]));
}

/** Makes text safe for the database: no NUL, no lone surrogates, no spaces around. */
const clean = (text: string) => text.replaceAll("\0", "").toWellFormed().trim();

/** The visitor's zone: what they or their browser say, else the fallback. */
export const zoneOf = (text: string | null | undefined, fallback: string) =>
  text && text.length <= 100 && isTimeZone(text) ? text : fallback;

/** A visitor sees a call in their own zone, but one in person in the zone of its place, so that they don't come at a wrong hour. */
export const callZone = (location: string, account: BookingAccount, visitors: string | null | undefined) =>
  location === "place" ? account.time_zone : zoneOf(visitors, account.time_zone);

/** A free time in a parameter: seconds since 1970, as milliseconds. Null for anything else. */
export const readTime = (text: string | null | undefined) =>
  /^\d{9,11}$/.test(text ?? "") ? Number(text) * 1000 : null;

/** A uuid in a parameter. */
export const readId = (text: string | null | undefined) =>
  /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text ?? "") ? (text as string) : null;

/** The id in a cookie of the booking pages. */
export const readCookie = (request: Request, name: "after" | "booked") =>
  readId(new RegExp(`(?:^|; )${name}=([^;]*)`).exec(request.headers.get("cookie") ?? "")?.[1]);

/** Leads to the page of a booked call. This browser has its key from now on, so that booking it again leads there, too. */
export const toBooking = (request: Request, key: string) =>
  new Response(null, {
    status: 303,
    headers: {
      Location: `/booking/${key}`,
      "Cache-Control": "no-store",
      "Set-Cookie": bookingCookie("booked", key, request),
    },
  });

const SECRET = {
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
};

/** A page with the headers of our own pages. Its times are true at this moment only. */
export function pageResponse(
  { security }: BookingParts,
  { request, onDomain, url }: BookingRequest,
  html: string,
  status = 200,
): Response {
  const isSecret = url.pathname.startsWith("/booking/") || ["after", "at"].some((name) => url.searchParams.has(name));
  const { "Strict-Transport-Security": hsts, ...common } = securityHeaders(security);
  const file = createPageFile(html, {
    ...common,
    // A client's domain belongs to the client.
    ...(hsts && !onDomain ? { "Strict-Transport-Security": hsts } : {}),
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": contentSecurityPolicy(security, inlineScriptHashes(html)),
    // The address of a booked call, or of a visitor whom we know, is a secret.
    ...(isSecret ? SECRET : { "Cache-Control": "private, no-cache" }),
  });
  return staticResponse(request, { ...file, status });
}

function findTextFont(files: StaticFiles): { text: string } | undefined {
  const text = findFonts(files)["funnel-sans"];
  return text ? { text } : undefined;
}

/** The visitor's language and region, which decide on which day their weeks start. */
export const localeOf = ({ request }: BookingRequest) =>
  preferredLanguage(request.headers.get("accept-language")) ?? unitedStates.locale;

/** Everything around the pages of an account. */
export const frameOf = ({ files, security }: BookingParts, account: BookingAccount) => ({
  account,
  fonts: findTextFont(files()),
  storage: security.supabaseUrl ?? "",
  site: security.siteUrl,
});
