import { phoneProblem } from "../../domain/phone.ts";
import { extractPerson } from "../../supabase/functions/_shared/landing/extract-person.ts";
import { ask, type BookingParts, type BookingRequest, readCookie, readId } from "./booking-parts.ts";
import type { Visitor } from "./page-details.ts";
import type { BookingAccount } from "./page-frame.ts";

type CallFacts = { answers: Record<string, string>; state: string; startsAt: string };
type KnownVisitor = Visitor & { pageId?: string | undefined };

/** The id of the form, or the key of the call, that led here: from the address, else from the cookie that a form without scripts left. */
export const formOf = ({ request }: BookingRequest, after: string | null | undefined) =>
  after || readCookie(request, "after");

/** Who sent the form that led here, if that was less than two hours ago, or had the call whose page or email did. */
export async function loadVisitor(
  parts: BookingParts,
  account: string,
  after: string | null | undefined,
): Promise<KnownVisitor> {
  const id = readId(after);
  if (!id) return {};
  const { data } = await ask<(KnownVisitor & { answers?: Record<string, string>; page_id?: string }) | null>(
    parts.service.rpc("booking_visitor", { p_account: account, p_submission_id: id }),
  );
  if (!data) return visitorOfCall(parts, account, id);
  if (!data.answers) return data;
  const { email, first_name, last_name, phone } = extractPerson(data.answers);
  const name = [first_name, last_name].filter(Boolean).join(" ");
  return {
    email,
    ...(name ? { name } : {}),
    ...(phone && !phoneProblem(phone) ? { phone } : {}),
    pageId: data.page_id,
  };
}

async function visitorOfCall(parts: BookingParts, account: string, key: string): Promise<KnownVisitor> {
  const { data } = await ask<{ account: BookingAccount; booking: Visitor & CallFacts }>(
    parts.service.rpc("managed_booking", { p_key: key }),
  );
  if (data?.account.slug !== account) return {};
  const { name, email, phone, answers, state, startsAt } = data.booking;
  return {
    ...{ name, email, said: answers },
    ...(phone && !phoneProblem(phone) ? { phone } : {}),
    ...(state === "no_show" ? { missed: startsAt } : {}),
  };
}

/**
 * The call that this browser has booked, with its key and start. Several people can share a browser, so it is no one's call if the
 * visitor has another email. `email` is undefined while no one knows it.
 */
export async function ownCall(
  parts: BookingParts,
  asked: BookingRequest,
  account: string,
  email: string | undefined,
): Promise<{ key: string; at: number } | null> {
  const key = readCookie(asked.request, "booked");
  if (!key) return null;
  const { data } = await ask<{ account: BookingAccount; booking: { state: string; startsAt: string; email: string } }>(
    parts.service.rpc("managed_booking", { p_key: key }),
  );
  if (data?.account.slug !== account || data.booking.state !== "booked") return null;
  const isOther = email !== undefined && email.trim().toLowerCase() !== data.booking.email.toLowerCase();
  return isOther ? null : { key, at: Date.parse(data.booking.startsAt) };
}
