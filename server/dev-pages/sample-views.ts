import { html } from "hono/html";
import { formatMonthDay } from "../../domain/format-date.ts";
import { formatDollars, formatMoney } from "../../domain/money.ts";
import { type SampleCampaign, type SampleLead, type SampleWeek, STATUSES } from "./sample-rows.ts";

type Markup = ReturnType<typeof html>;
type Column<Row> = { name: string; cell: (row: Row) => Markup | string; numeric?: boolean };

const TINTS: Record<string, string> = {
  New: "grey",
  Contacted: "yellow",
  Booked: "blue",
  Showed: "green",
  "No-show": "red",
  Running: "green",
  Paused: "grey",
};
const UTC = { timeZone: "UTC" };
const exactDollars = (dollars: number) => formatMoney({ amount: Math.round(dollars * 100), currency: "usd" });
const tag = (status: string) => html`<em class="${TINTS[status] ?? "grey"}">${status}</em>`;

export function renderLeadTable(leads: SampleLead[]) {
  return table("Leads", leads, [
    { name: "Name", cell: (lead) => html`<b>${lead.name}</b>` },
    { name: "Source", cell: (lead) => lead.source },
    { name: "Status", cell: (lead) => tag(lead.status) },
    { name: "Service", cell: (lead) => lead.service },
    { name: "Arrived", cell: (lead) => formatMonthDay(lead.arrived, UTC) },
    { name: "Value", cell: (lead) => formatDollars(lead.value), numeric: true },
  ]);
}

/** The same leads in columns, in funnel order. */
export function renderLeadBoard(leads: SampleLead[]) {
  const columns = STATUSES.map((status) => ({ status, held: leads.filter((lead) => lead.status === status) }));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Leads by status"><div class="board">${columns.map(
    ({ status, held }) =>
      html`<section><h2>${tag(status)} <span>${held.length}</span></h2>${held.map(
        (lead) =>
          html`<article><b>${lead.name}</b><p>${lead.service}</p><p>${lead.source} · ${formatDollars(lead.value)}</p></article>`,
      )}</section>`,
  )}</div></div>`;
}

export function renderCampaigns(campaigns: SampleCampaign[]) {
  return table("Campaigns", campaigns, [
    { name: "Campaign", cell: ({ name }) => html`<b>${name}</b>` },
    { name: "Channel", cell: ({ channel }) => channel },
    { name: "Status", cell: ({ status }) => tag(status) },
    { name: "Spend", cell: ({ spend }) => formatDollars(spend), numeric: true },
    { name: "Leads", cell: ({ leads }) => String(leads), numeric: true },
    { name: "Cost per lead", cell: ({ spend, leads }) => exactDollars(spend / leads), numeric: true },
  ]);
}

export function renderWeeks(weeks: SampleWeek[]) {
  return table("Weekly report", weeks, [
    { name: "Week of", cell: ({ start }) => html`<b>${formatMonthDay(start, UTC)}</b>` },
    { name: "Leads", cell: ({ leads }) => String(leads), numeric: true },
    { name: "Booked", cell: ({ booked }) => String(booked), numeric: true },
    { name: "Showed", cell: ({ showed }) => String(showed), numeric: true },
    { name: "Ad spend", cell: ({ spend }) => formatDollars(spend), numeric: true },
    { name: "Cost per booking", cell: ({ spend, booked }) => exactDollars(spend / booked), numeric: true },
  ]);
}

function table<Row>(label: string, rows: Row[], columns: Column<Row>[]) {
  const side = (column: Column<Row>) => (column.numeric ? "n" : "");
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${columns.map(
    (column) => html`<th scope="col" class="${side(column)}">${column.name}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${columns.map((column) => html`<td class="${side(column)}">${column.cell(row)}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}
