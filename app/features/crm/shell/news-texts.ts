import {
  AlarmClock,
  CalendarCheck,
  CalendarClock,
  CalendarX,
  ChevronsUp,
  CircleDollarSign,
  Handshake,
  Inbox,
  UserRoundCheck,
} from "lucide-react";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatCallTime } from "../../../../domain/format-date.ts";
import { formatMoney } from "../../../../domain/money.ts";
import type { News } from "./api.ts";

export const NEWS_ICONS = {
  started: { Icon: Inbox, color: "text-accent-ink" },
  breached: { Icon: AlarmClock, color: "text-warn-fg" },
  escalated: { Icon: ChevronsUp, color: "text-bad-fg" },
  handed_off: { Icon: Handshake, color: "text-ok-fg" },
  assigned: { Icon: UserRoundCheck, color: "text-accent-ink" },
  paid: { Icon: CircleDollarSign, color: "text-ok-fg" },
  call_booked: { Icon: CalendarCheck, color: "text-ok-fg" },
  call_moved: { Icon: CalendarClock, color: "text-accent-ink" },
  call_canceled: { Icon: CalendarX, color: "text-warn-fg" },
  call_received: { Icon: UserRoundCheck, color: "text-accent-ink" },
  call_given: { Icon: UserRoundCheck, color: "text-ink-2" },
};

const EARLIER: Record<News["event"], string> = {
  started: "got in touch",
  breached: "went past target",
  escalated: "was escalated",
  handed_off: "was won",
  assigned: "was assigned to you",
  paid: "paid",
  call_booked: "call booked",
  call_moved: "call moved",
  call_canceled: "call canceled",
  call_received: "call handed to you",
  call_given: "call handed to a colleague",
};

/** 'Before: got in touch, went past target', the earliest first, each once. */
export const earlierText = (earlier: News[]): string =>
  `Before: ${[...new Set(earlier.toReversed().map(({ event }) => EARLIER[event]))].join(", ")}`;

function paymentText({ amount, currency, invoices, number, surplus }: NonNullable<News["payment"]>): string {
  const what = invoices > 1 ? `${formatCount(invoices)} invoices` : number;
  const paid = `paid ${formatMoney({ amount, currency })} for ${what}`;
  if (surplus === 0) return paid;
  return surplus === amount
    ? `${paid}, which ${invoices > 1 ? "were" : "was"} already paid. Send the money back`
    : `${paid}. Send ${formatMoney({ amount: surplus, currency })} back, because ${number} was already paid`;
}

/** Follows the lead's name: 'was won. Theo asks you to set up the client' and the like. */
export function newsText({ event, new_owner_name: owner, by, call, payment }: News): string {
  if (owner) return `went to ${owner}: no one had answered`;
  const at = call ? formatCallTime(call.said_at) : "";
  const theCall = call?.host ? `the call with ${call.host}` : "your call";
  switch (event) {
    case "started":
      return "got in touch";
    case "breached":
      return "is past target";
    case "escalated":
      return "was escalated";
    case "handed_off":
      return by ? `was won. ${by} asks you to set up the client` : "was won and handed off";
    case "assigned":
      return `has a request that ${by ?? "a colleague"} assigned to you`;
    case "paid":
      return payment ? paymentText(payment) : "paid by card";
    case "call_booked":
      return by ? `has a call with you on ${at}. ${by} booked it` : `booked a call with you for ${at}`;
    case "call_moved":
      return by ? `has a new time for ${theCall}: ${at}. ${by} moved it` : `moved ${theCall} to ${at}`;
    case "call_canceled":
      return by
        ? `no longer has a call with ${call?.host ?? "you"} on ${at}. ${by} canceled it`
        : `canceled ${theCall} on ${at}`;
    case "call_received":
      return by ? `has a call with you on ${at}. ${by} handed it over` : `has a call with you on ${at} now`;
    case "call_given":
      return `has a new host for the call on ${at}. ${by ?? "A colleague"} ${call?.taken ? "took" : "handed"} it over`;
  }
}
