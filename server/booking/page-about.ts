import { PLACE_NAMES } from "../../domain/format-booking.ts";
import { escapeHtml } from "../../domain/landing/markup.ts";
import type { BookableType } from "./page-details.ts";

/** Drawings on a square of 24 units. */
const ICONS = {
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
  phone: '<path d="M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z"/>',
  video: '<rect x="2" y="6" width="14" height="12" rx="2"/><path d="m16 11 6-4v10l-6-4"/>',
  calendar: '<rect x="3" y="5" width="18" height="16" rx="2"/><path d="M3 10h18M8 3v4m8-4v4"/>',
  person: '<circle cx="12" cy="8" r="4"/><path d="M4 21c0-4 3.5-7 8-7s8 3 8 7"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  cross: '<path d="m6.5 6.5 11 11m0-11-11 11"/>',
  place: '<path d="M12 21s7-6.5 7-11.5a7 7 0 0 0-14 0C5 14.5 12 21 12 21z"/><circle cx="12" cy="9.5" r="2.5"/>',
};

export type Icon = keyof typeof ICONS;

export const drawIcon = (icon: Icon) => `<svg viewBox="0 0 24 24" aria-hidden="true">${ICONS[icon]}</svg>`;

/** A fact with its drawing; the text is markup. */
export const factOf = (icon: Icon, text: string) => `<li>${drawIcon(icon)}<span>${text}</span></li>`;

/** What a kind of call is: its name, length, place and description. */
export function renderAbout({ name, description, minutes, location, place }: BookableType): string {
  return `<h1>${escapeHtml(name)}</h1>
<ul class="facts">${factOf("clock", `${minutes} minutes`)}${factOf(location, `${PLACE_NAMES[location]}${place ? `<br>${escapeHtml(place)}` : ""}`)}</ul>${description ? `\n<p class="text">${escapeHtml(description)}</p>` : ""}`;
}

/** What the page is about, beside its times or its form. On a narrow screen it is above them. */
export const renderSheet = (about: string, content: string) =>
  `<div class="sheet"><div class="about">${about}</div>${content}</div>`;
