import { html } from "hono/html";
import { formatMoment } from "../../domain/format-date.ts";
import type { Region } from "../../domain/format-locale.ts";
import { day, type Merchant, money, pageFrame } from "./page-frame.ts";
import type { Customer, Records, Subscription } from "./records.ts";

/** The page where a customer cancels the plan at the end of the paid period, or undoes the cancellation. */
export function portalPage(
  customer: Customer,
  subscriptions: Subscription[],
  { name, region }: Merchant,
  back: string,
): Response {
  const body = html`<main class="single"><a href="${back}">Return to ${name}</a><h1>Your plan</h1><p class="quiet">${customer.email}</p>
${subscriptions.length === 0 ? html`<section><p>You have no plan.</p></section>` : ""}
${subscriptions.map((subscription) => plan(subscription, customer.id, back, region))}
<p class="quiet note">Test mode: no real charges, so there's no card here and there are no receipts.</p></main>`;
  return pageFrame("Your plan · test mode", body);
}

function plan(subscription: Subscription, customer: string, back: string, region: Region) {
  const { id, status, amount, currency, periodEnd, trialEnd, cancelAtPeriodEnd } = subscription;
  const ends = day(periodEnd, region);
  const text =
    status === "canceled"
      ? "Canceled"
      : cancelAtPeriodEnd
        ? `Ends on ${ends}`
        : status === "trialing" && trialEnd
          ? `Free until ${day(trialEnd, region)}, then ${money(amount, currency)} per month`
          : `${money(amount, currency)} per month, renews on ${ends}`;
  const button = cancelAtPeriodEnd ? "Keep my plan" : "Cancel plan";
  return html`<section><h2>Premium plan</h2><p style="margin-bottom:16px">${text}</p>
${
  status === "canceled"
    ? ""
    : html`<form method="post" action="/dev/pay/portal/${customer}?return_url=${encodeURIComponent(back)}"><input type="hidden" name="subscription" value="${id}"><input type="hidden" name="cancel" value="${cancelAtPeriodEnd ? "0" : "1"}"><button class="plain">${button}</button></form>`
}</section>`;
}

/** The test clock page: lets trials end and plans renew without waiting. */
export function clockPage(records: Records, now: number, region: Region): Response {
  const events = Object.values(records.events).slice(-20).reverse();
  const steps = [1, 5, 7, 30].map(
    (days) => html`<button class="plain" name="days" value="${days}">+${days} ${days === 1 ? "day" : "days"}</button>`,
  );
  const body = html`<main class="single"><h1>Test clock</h1><p class="quiet">It is ${formatMoment(new Date(now * 1000), region)} for the local payment server. Anything due happens immediately.</p>
<section><form method="post" action="/dev/pay/clock"><div class="row">${steps}</div></form></section>
<section><h2>Messages sent</h2><table><tr><th>Message</th><th>Delivered</th></tr>${events.map(
    ({ type, deliveredAt, tries }) =>
      html`<tr><td>${type}</td><td>${deliveredAt ? "yes" : `not yet (${tries} tries)`}</td></tr>`,
  )}</table></section></main>`;
  return pageFrame("Test clock", body);
}
