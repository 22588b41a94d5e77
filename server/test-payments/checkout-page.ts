import { html } from "hono/html";
import type { Decline } from "./actions.ts";
import { money, pageFrame } from "./page-frame.ts";
import type { Customer, Session } from "./records.ts";

/** The provider's documented test cards, and the result of each. */
const CARDS: Record<string, Decline | "paid"> = {
  "4242424242424242": "paid",
  "4000000000000002": { code: "card_declined", message: "Your card was declined." },
  "4000000000009995": { code: "insufficient_funds", message: "Your card has insufficient funds." },
};

/** The result of a card number, or what is wrong with the input. */
export function evaluateCard(number: string): "paid" | Decline | "unknown" {
  return CARDS[number.replaceAll(/\D/g, "")] ?? "unknown";
}

/** Why a payment was refused, and the input that the page keeps. */
type Refused = { problem: string; number: string; expires: string };

/**
 * The payment page. It works without scripts. After a refusal it keeps the input, except the security code, and
 * the focus is on the card number.
 */
export function checkoutPage(
  session: Session,
  customer: Customer | undefined,
  merchant: string,
  refused?: Refused,
): Response {
  const trial = session.mode === "subscription" && session.trialDays > 0;
  const price = money(session.amount, session.currency);
  const action = trial ? "Start trial" : session.mode === "subscription" ? "Subscribe" : `Pay ${price}`;
  const body = html`<div class="split"><section class="order" aria-label="Order summary">
<a href="${session.cancelUrl}">Go back</a><h1>${session.name}</h1>
<p class="amount">${trial ? money(0, session.currency) : price} <small>${session.currency.toUpperCase()}</small></p>
<p class="quiet">To ${merchant}</p>
<p class="quiet">${trial ? `${session.trialDays} days free, then ${price} per month. Cancel anytime before then.` : session.mode === "subscription" ? `${price} per month` : session.lines ? "" : session.description}</p>
${session.lines ? html`<table>${session.lines.map(({ name, amount }) => html`<tr><td>${name}</td><td>${money(amount, session.currency)}</td></tr>`)}</table>` : ""}
</section><main class="pay"><h2>Pay by card</h2>
${refused ? html`<p class="error" role="alert" id="refused">${refused.problem}</p><br>` : ""}
<form method="post" action="/dev/pay/checkout/${session.id}">
<label>Email<input name="email" type="email" value="${customer?.email ?? ""}" readonly></label>
<label>Card number<input name="number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" value="${refused?.number ?? ""}" required ${refused ? html`autofocus aria-invalid="true" aria-describedby="refused"` : ""}></label>
<div class="two"><label>Expires<input name="expires" autocomplete="cc-exp" placeholder="MM / YY" value="${refused?.expires ?? ""}" required></label>
<label>Security code<input name="code" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" required></label></div>
<button>${action}</button></form>
<div class="note"><p class="quiet">Test mode: no real charges. Use one of these cards, with any future date and any code.</p>
<table><tr><th>Card</th><th>Result</th></tr><tr><td>4242 4242 4242 4242</td><td>paid</td></tr><tr><td>4000 0000 0000 0002</td><td>declined</td></tr><tr><td>4000 0000 0000 9995</td><td>insufficient funds</td></tr></table>
<p class="quiet" style="margin-top:16px">To cancel the payment, close this page or go back. To move time forward, use <a href="/dev/pay/clock">the test clock</a>.</p></div></main></div>`;
  return pageFrame(`${action} · test mode`, body, refused ? 402 : 200);
}

/** The page for a session that can no longer be paid. */
export function closedPage(session: Session | undefined): Response {
  const [title, text] =
    session?.status === "complete"
      ? ["This has already been paid", "You can close this page."]
      : ["This payment page has expired", "Go back and start the payment again."];
  const body = html`<main class="single"><h1>${title}</h1><p class="quiet">${text}</p>
${session ? html`<p style="margin-top:24px"><a href="${session.status === "complete" ? session.successUrl : session.cancelUrl}">Continue</a></p>` : ""}</main>`;
  return pageFrame(title, body, session ? 410 : 404);
}
