import type { TermsSection } from "./terms-section.ts";

/**
 * Billing, payment and cancellation. SAMPLE CONTENT, except the figures. The terms have their own price wording (spec §9): a $50
 * install for all funnels plus monthly charges, where the pricing table has a setup fee per funnel. Cancellation has the wording
 * of the general FAQ, 10 days before a new billing cycle, where a tier's FAQ has 14 days' notice. Both versions stay.
 */
export const moneyTerms: readonly TermsSection[] = [
  {
    id: "billing-and-payment",
    name: "Billing and payment",
    inShort: "A $50 install for every funnel, plus a monthly charge. You pay by card, from an invoice you can see.",
    clauses: [
      {
        text: "Every funnel has a $50 install, charged once before work starts, plus the monthly charge for the funnel you order. The monthly charge is due in advance, on the same day each month: your billing cycle. Your order states both amounts. The setup fee on the pricing page is for the whole setup of that funnel and includes the install; you never pay both.",
      },
      {
        text: "Ad management costs 15% of ad spend and is invoiced after the month in which it was spent. You pay ad budgets directly to the platform; they never pass through us.",
      },
      {
        text: "A Performance Partnership costs 20% of additional profit and has no upfront or monthly fees. Additional profit is what you earn in a month above the baseline that both of us have agreed on in writing. It requires the use of our invoicing system, so that both sides count the same money.",
      },
      {
        text: "Invoices and retainers are listed in your client portal. You pay them by card through our payment provider; we never see or keep your card number. Amounts are in US dollars unless the invoice says otherwise, and do not include taxes, which are added where the law requires them.",
      },
      {
        text: "The portal’s Premium plan starts with a 7-day free trial. You are charged at the end of the trial unless you cancel first.",
      },
      {
        text: "An invoice is overdue after its due date. We remind you first; 14 days after the reminder, we may pause the service until it is paid. If you think an invoice is wrong, tell us within 30 days and pay the part that is not in dispute.",
      },
      {
        text: "We may change a monthly charge with at least 30 days’ notice. The change takes effect with the next billing cycle after that.",
      },
    ],
  },
  {
    id: "cancellation",
    name: "Cancellation",
    inShort: "Any time, but not within 10 days before a new billing cycle. No refunds for partial months.",
    clauses: [
      {
        text: "You can cancel at any time, by sending us a message or a request in your portal, but not within 10 days before a new billing cycle. A cancellation that reaches us within those 10 days takes effect at the end of the following cycle.",
      },
      {
        text: "The service runs until the end of the cycle you have paid for. There are no refunds for partial months, and the install is not refunded once work has started.",
      },
      {
        text: "We can cancel with 30 days’ notice, and we refund what you have paid for the time after that. Either of us can end the agreement immediately if the other seriously breaches it and does not fix the breach within 14 days of being notified.",
      },
      {
        text: "After the agreement ends, we turn off our pages and messages. If you ask within 30 days, you get your contacts, invoices, and reports as files; after 60 days we delete them, except what the law requires us to keep.",
      },
    ],
  },
];
