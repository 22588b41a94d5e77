import { escapeHtml } from "../../domain/landing/markup.ts";
import type { BookableType } from "./page-details.ts";

const ICONS = {
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
  phone: '<path d="M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z"/>',
  video: '<rect x="2" y="6" width="14" height="12" rx="2"/><path d="m16 11 6-4v10l-6-4"/>',
  place: '<path d="M12 21s7-6.5 7-11.5a7 7 0 0 0-14 0C5 14.5 12 21 12 21z"/><circle cx="12" cy="9.5" r="2.5"/>',
};
const PLACES = { phone: "By phone", video: "Video call", place: "In person" } as const;

const factOf = (icon: keyof typeof ICONS, text: string) =>
  `<li><svg viewBox="0 0 24 24" aria-hidden="true">${ICONS[icon]}</svg>${text}</li>`;

/** What a kind of call is: its name, length, place and description. */
export function renderAbout({ name, description, minutes, location }: BookableType): string {
  return `<h1>${escapeHtml(name)}</h1>
<ul class="facts">${factOf("clock", `${minutes} minutes`)}${factOf(location, PLACES[location])}</ul>${description ? `\n<p class="text">${escapeHtml(description)}</p>` : ""}`;
}

/** What the page is about, beside its times or its form. On a narrow screen it is above them. */
export const renderSheet = (about: string, content: string) =>
  `<div class="sheet"><div class="about">${about}</div>${content}</div>`;
