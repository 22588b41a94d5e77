import type { ArticleGroup } from "./article.ts";

/** For clients. Each article is checked against the client screens. */
export const clientGroups: ArticleGroup[] = [
  {
    title: "Invoices and paying",
    role: "client",
    articles: [
      {
        id: "pay-an-invoice",
        title: "Pay an invoice",
        words: "card checkout bill money",
        link: { to: "/invoices", label: "Open your invoices" },
        body: [
          {
            steps: [
              "Open Invoices. The one that has been due longest has the orange Pay button.",
              "Press Pay. You come to the payment page of our card provider; we never see your card.",
              "After paying you come back here, and the page says whether the payment arrived.",
            ],
          },
          "If you leave the payment page, nothing is charged and the invoice stays open. Paid twice by accident? The invoice says so; write to us and we send the second payment back.",
        ],
      },
      {
        id: "invoice-states",
        title: "What the states of an invoice mean",
        words: "pending overdue paid active void status",
        body: [
          {
            points: [
              "pending: sent, and to be paid by its due date.",
              "overdue: the due date has passed. It changes over at the end of the day where our agency is, not where you are.",
              "paid: settled. Nothing is owed.",
              "void: canceled. Nothing is owed, whatever it says.",
            ],
          },
        ],
      },
      {
        id: "invoice-pdf",
        title: "Get an invoice as a PDF",
        words: "download print receipt bookkeeping tax",
        link: { to: "/invoices", label: "Open your invoices" },
        body: [
          "Open the invoice by its number and press Download PDF. Lines, dates, both addresses and the balance are on it. The invoice's page also shows its history: issued, paid, refunded.",
        ],
      },
      {
        id: "verification-failed",
        title: "“Payment Verification Failed”",
        words: "error payment not arrived",
        body: [
          "The page could not confirm your payment with the card provider. Look at the invoice: a payment that went through appears there within minutes, even when the page could not say so. Do not pay again before you have looked. If it still stands as open after an hour, write to us below.",
        ],
      },
    ],
  },
  {
    title: "Retainers",
    role: "client",
    articles: [
      {
        id: "retainers",
        title: "What a retainer is and when it is charged",
        words: "monthly subscription renew charge ongoing end",
        link: { to: "/client-dashboard?tab=retainers", label: "Open your retainers" },
        body: [
          "A retainer is work that goes on month by month. It is charged on the day of the month on which it began; where a month has no such day, on its last day. The Retainers tab lists each one with its monthly amount, its beginning and its end; “Ongoing” means that no end is agreed.",
          "Upcoming charges of the next days stand on the same tab. Three days before a renewal we send an e-mail, unless you switched it off in the settings.",
        ],
      },
      {
        id: "end-a-retainer",
        title: "Change or end a retainer",
        words: "cancel stop notice",
        link: { to: "/terms", label: "Read the terms" },
        body: [
          "Send a service request and say what should change. How late a cancellation still counts for the next billing cycle stands in the terms.",
        ],
      },
    ],
  },
  {
    title: "Your dashboard and plan",
    role: "client",
    articles: [
      {
        id: "lead-dashboard",
        title: "Your lead dashboard",
        words: "notion embed live offline refresh full screen",
        link: { to: "/client-dashboard", label: "Open your dashboard" },
        body: [
          "It is a page of our Notion workspace, shown inside the portal. Refresh loads it anew, the arrow opens it in a tab of its own, and full screen gives it the whole window; Escape leaves full screen.",
          "Live and Offline say whether the portal reached it at the last check, every 30 seconds. Offline for a moment is nothing; if it stays, press Try Again or Open Direct Link.",
        ],
      },
      {
        id: "no-dashboard",
        title: "I see no lead dashboard",
        words: "missing empty",
        body: [
          "It appears as soon as your account manager has connected it to your account. Waiting for more than a day? Write to us below.",
        ],
      },
      {
        id: "premium",
        title: "Premium: trial, price, cancellation",
        words: "plan subscription billing portal card free trial",
        link: { to: "/settings?section=plan", label: "Open plan and billing" },
        body: [
          "The first premium plan begins with a free trial of 7 days. We write two days before it ends. After that it costs what the plan's card says, each month.",
          "Manage plan opens the billing portal: change the card, read receipts, cancel. A canceled plan lasts until the end of the period that is paid.",
        ],
      },
      {
        id: "service-request",
        title: "Ask for a change of your service",
        words: "request feature support communication",
        link: { to: "/dashboard", label: "Open your dashboard" },
        body: [
          {
            steps: [
              "Press Request Service Change on your dashboard.",
              "Choose what it is about, and write what should change.",
              "Submit Request. It reaches your account manager, who answers within 24 hours.",
            ],
          },
        ],
      },
    ],
  },
];
