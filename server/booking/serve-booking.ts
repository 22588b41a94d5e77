import { escapeHtml } from "../../domain/landing/markup.ts";
import { findFonts } from "../landing/find-fonts.ts";
import { noticeHeaders } from "../landing/landing-headers.ts";
import { FAILED, renderNotice } from "../landing/notice-page.ts";
import { bookCall, TYPE_NOT_FOUND } from "./book-call.ts";
import { ask, BookingNotice, type BookingParts, type BookingRequest, frameOf, pageResponse } from "./booking-parts.ts";
import { calendarFile, manageCall } from "./manage-call.ts";
import type { BookableType } from "./page-details.ts";
import { type BookingAccount, renderFrame } from "./page-frame.ts";

const NAME = "[a-z0-9]+(?:-[a-z0-9]+)*";
const ON_SITE = new RegExp(`^/book/(${NAME})(?:/(${NAME}))?$`);
const ON_DOMAIN = new RegExp(`^/book(?:/(${NAME}))?$`);
const BOOKING = /^\/booking\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(\/call\.ics)?$/;
/** A person who looks through months stays far below it. */
const READS = { limit: 600, windowSeconds: 300 };

/** Whether a path is one of the booking pages'. */
export const isBookingPath = (path: string) => /^\/book(?:ing)?(?:\/|$)/.test(path);

/**
 * Serves the pages on which visitors book, move and cancel calls. `domain` is the account's own domain that was asked. Answers
 * undefined for paths that are none of them.
 */
export function createBooking(parts: BookingParts, log: (event: string, details: Record<string, unknown>) => void) {
  async function answer(request: Omit<BookingRequest, "owner">, domain: string | null): Promise<Response | undefined> {
    const { pathname } = request.url;
    const [, key, file] = BOOKING.exec(pathname) ?? [];
    const [, first, second] = (domain === null ? ON_SITE : ON_DOMAIN).exec(pathname) ?? [];
    if (!key && !first && !(domain !== null && pathname === "/book")) return undefined;
    const verdict = await parts.limiter(`booking-pages:${request.address}`, READS);
    if (!verdict.allowed) throw new BookingNotice("Too many requests", 429);
    const owner = domain === null ? null : await ownerOf(domain);
    const asked = { ...request, owner };
    if (key) return file ? calendarFile(parts, asked, key) : manageCall(parts, asked, key);
    if (owner) return first ? bookCall(parts, asked, owner, first) : listTypes(parts, asked, owner);
    return second ? bookCall(parts, asked, first ?? "", second) : listTypes(parts, asked, first ?? "");
  }
  async function ownerOf(domain: string): Promise<string> {
    const { data } = await ask<string | null>(parts.service.rpc("booking_account_of_domain", { p_domain: domain }));
    if (!data) throw new BookingNotice(TYPE_NOT_FOUND, 404);
    return data;
  }
  const notice = (title: string, status: number, onDomain: boolean) => {
    const headers = noticeHeaders(parts.security, onDomain);
    if (status === 503 || status === 429) headers["Retry-After"] = status === 429 ? "60" : "5";
    const html = renderNotice(title, findFonts(parts.files()), onDomain ? null : "/");
    return new Response(html, { status, headers });
  };
  return async (request: Request, address: string, domain: string | null = null): Promise<Response | undefined> => {
    const url = new URL(request.url);
    const onDomain = domain !== null;
    if (!["GET", "HEAD", "POST"].includes(request.method))
      return new Response(null, { status: 405, headers: { Allow: "GET, HEAD, POST" } });
    try {
      return await answer({ request, url, address, onDomain }, domain);
    } catch (error) {
      if (error instanceof BookingNotice) return notice(error.title, error.status, onDomain);
      log("booking page failed", { error: error instanceof Error ? error.message : String(error) });
      return notice(FAILED, 503, onDomain);
    }
  };
}

/** The kinds of calls of an account. With only one, its page. */
async function listTypes(parts: BookingParts, asked: BookingRequest, account: string): Promise<Response> {
  const { data } = await ask<{ account: BookingAccount; types: BookableType[] } | null>(
    parts.service.rpc("booking_types", { p_account: account }),
  );
  const types = data?.types ?? [];
  // The site asks whether to offer a call. No is an answer, not an error.
  if (asked.url.searchParams.has("offered")) return new Response(null, { status: types.length > 0 ? 200 : 204 });
  if (!data || types.length === 0) throw new BookingNotice(TYPE_NOT_FOUND, 404);
  const base = asked.onDomain ? "/book" : `/book/${account}`;
  const address = ({ slug }: BookableType) => `${base}/${slug}${asked.url.search}`;
  const [only] = types;
  if (only && types.length === 1)
    return new Response(null, { status: 302, headers: { Location: address(only), "Cache-Control": "no-store" } });
  const items = types.map(
    (type) =>
      `<li><a href="${escapeHtml(address(type))}"><b>${escapeHtml(type.name)}</b><span class="soft">${type.minutes} minutes</span></a></li>`,
  );
  const body = `<div class="narrow"><h1>Book a call</h1><ul class="types">${items.join("")}</ul></div>`;
  return pageResponse(parts, asked, renderFrame(frameOf(parts, data.account), "Book a call", body));
}
