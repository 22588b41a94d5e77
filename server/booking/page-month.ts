import { dayText, timeText, zoneText } from "../../domain/format-booking.ts";
import { escapeHtml } from "../../domain/landing/markup.ts";
import { callLink } from "../../domain/phone.ts";
import { DAY_NAMES } from "../../domain/shifts.ts";
import { orderedDays, weekStart } from "../../domain/week-start.ts";
import { byDay, byPart, dayOf, type Month } from "./month.ts";
import type { BookingAccount } from "./page-frame.ts";
import { zoneOptions } from "./zone-options.ts";

const DAY = 86_400_000;

export type Times = {
  account: Pick<BookingAccount, "name" | "email" | "phone">;
  zone: string;
  /** Whether all visitors see times in this zone, because they come to a place in it. */
  isZoneFixed: boolean;
  month: Month;
  /** Milliseconds. */
  times: number[];
  /** The first free time after a month without any. */
  next: number | null;
  /** The chosen day. */
  day: string | null;
  now: number;
  /** How many days ahead calls can be booked. */
  horizonDays: number;
  /** The address of this page with other parameters; null removes one. */
  link: (changes: Record<string, string | null>) => string;
  /** Parameters that the form of the time zone keeps. */
  kept: [name: string, value: string][];
  /** The visitor's. Their weeks start on its day. */
  locale: string | undefined;
};

/** The month with its free days, and the free times of one of them. */
export function renderTimes(given: Times): string {
  const days = byDay(given.times, given.zone);
  const day = given.day && days.has(given.day) ? given.day : ([...days.keys()][0] ?? null);
  return `<div class="choose">
<section aria-labelledby="month">${monthHead(given)}
${monthTable(given, days, day)}
${zoneForm(given)}</section>
<section aria-labelledby="times">${day ? timesOf(given, days.get(day) ?? [], day) : emptyMonth(given)}</section>
</div>`;
}

function monthHead({ month, now, horizonDays, link }: Times): string {
  const step = (name: "previous" | "next", sign: string, isThere: boolean) =>
    isThere
      ? `<a data-swap="${name}" href="${escapeHtml(link({ month: month[name], day: null }))}" aria-label="${name === "next" ? "Next" : "Previous"} month">${sign}</a>`
      : `<i aria-hidden="true">${sign}</i>`;
  return `<div class="month"><h2 id="month" tabindex="-1">${escapeHtml(month.name)}</h2><span>${step("previous", "‹", month.from > now)}${step("next", "›", month.to < now + horizonDays * DAY)}</span></div>`;
}

function monthTable(
  { month, zone, link, now, locale }: Times,
  days: Map<string, number[]>,
  chosen: string | null,
): string {
  const key = dayOf(month.from + 43_200_000, zone).slice(0, 7);
  const today = dayOf(now, zone);
  const before = (month.firstWeekday - weekStart(locale) + 7) % 7;
  const cells: string[] = Array.from({ length: before }, () => "<td></td>");
  for (let number = 1; number <= month.days; number++) {
    // The days of the next month may follow.
    const day = new Date(Date.parse(`${key}-01T00:00:00Z`) + (number - 1) * DAY).toISOString().slice(0, 10);
    const free = days.get(day);
    const about = `${dayText(`${day}T12:00:00Z`, "UTC")}${day === today ? ", today" : ""}`;
    cells.push(
      free
        ? `<td><a data-swap="day" data-day="${day}" href="${escapeHtml(link({ day, month: key }))}" aria-label="${about}: ${free.length} free ${free.length === 1 ? "time" : "times"}"${day === chosen ? ' aria-current="date"' : ""}${day === today ? ' class="today"' : ""}>${Number(day.slice(8))}</a></td>`
        : `<td><i${day === today ? ' class="today"' : ""}>${Number(day.slice(8))}</i></td>`,
    );
  }
  while (cells.length % 7 > 0) cells.push("<td></td>");
  const rows = Array.from(
    { length: cells.length / 7 },
    (_, row) => `<tr>${cells.slice(row * 7, row * 7 + 7).join("")}</tr>`,
  );
  // No one books in the weeks before this one.
  const past = today.startsWith(key) ? Math.floor((before + Number(today.slice(8)) - 1) / 7) : 0;
  const heads = orderedDays(locale)
    .map((day) => DAY_NAMES[day])
    .map(
      (name) => `<th scope="col"><abbr title="${name}" style="text-decoration:none">${name.slice(0, 2)}</abbr></th>`,
    );
  return `<table aria-labelledby="month"><thead><tr>${heads.join("")}</tr></thead><tbody>${rows.slice(past).join("")}</tbody></table>`;
}

/** The script shows these buttons, and says which one is pressed. */
const CLOCKS = `<div class="clocks" role="group" aria-label="Time format"><button type="button" data-clock="12">12h</button><button type="button" data-clock="24">24h</button></div>`;

function timesOf({ zone, link }: Times, times: number[], day: string): string {
  const item = (time: number) =>
    `<li><a href="${escapeHtml(link({ at: String(time / 1000), day }))}">${timeText(time, zone)}</a></li>`;
  const parts = [...byPart(times, zone)].map(
    ([part, some]) => `<h3>${part}</h3><ul class="times">${some.map(item).join("")}</ul>`,
  );
  return `<div class="dated"><h2 id="times">${dayText(`${day}T12:00:00Z`, "UTC")}</h2>${CLOCKS}</div>${parts.join("")}`;
}

function emptyMonth({ account, month, next, zone, link }: Times): string {
  const head = `<h2 id="times">No free times in ${escapeHtml(month.name)}</h2>`;
  if (next === null) return `${head}<p class="soft">There are no free times later, either. ${contactText(account)}</p>`;
  const day = dayOf(next, zone);
  return `${head}<p class="soft">The next one is on ${dayText(next, zone)}, at ${timeText(next, zone)}.</p><p class="row"><a class="button" data-swap="later" href="${escapeHtml(link({ month: day.slice(0, 7), day }))}">Show ${dayText(next, zone)}</a></p>`;
}

/** How to agree on a time with an account that offers none here. */
function contactText({ name, email, phone }: Times["account"]): string {
  const ways = [
    email && `email <a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a>`,
    phone && `call <a href="${escapeHtml(callLink(phone))}">${escapeHtml(phone)}</a>`,
  ].filter(Boolean);
  return ways.length > 0
    ? `To find a time, ${ways.join(" or ")}.`
    : `Please contact ${escapeHtml(name)} to find a time.`;
}

function zoneForm({ zone, isZoneFixed, kept, now }: Times): string {
  if (isZoneFixed) return `<p class="zone soft">Times are in ${escapeHtml(zoneText(zone, now))}, where you meet.</p>`;
  const hidden = kept.map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`);
  return `<form class="zone" method="get">${hidden.join("")}<div><label for="zone">Time zone: ${escapeHtml(zoneText(zone, now))}</label><select id="zone" name="zone" data-zone="${escapeHtml(zone)}">${zoneOptions(zone, now)}</select></div><button class="plain">Change</button></form>`;
}
