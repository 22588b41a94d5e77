import { CLIENT_INVOICE_STATUSES } from "../../../domain/invoices.ts";
import type { ArticleGroup } from "./article.ts";

/** For clients. Each article is checked against the client screens. */
export const clientGroups: ArticleGroup[] = [
  {
    title: "Invoices and payments",
    articles: [
      {
        id: "pay-an-invoice",
        title: "Pay an invoice",
        words: "card checkout bill money",
        link: { to: "/invoices", label: "Open your invoices" },
        picture: "The invoices tab: each open invoice has its amount, its due date and a Pay button.",
        body: [
          {
            steps: [
              "Open Invoices. Each open invoice has a Pay button, and Pay all pays several at the same time.",
              "Select Pay, or open the invoice first. Our card provider's payment page opens. We never see your card details.",
              "After you pay, you return here and see whether the payment went through.",
            ],
          },
          "If you leave the payment page, you aren't charged and the invoice stays open. Paid twice by accident? The invoice's history shows it, and we refund the second payment. You don't need to ask.",
        ],
      },
      {
        id: "pay-for-a-colleague",
        title: "Your account's invoices",
        words: "colleague team bookkeeper billing owner member role account share",
        link: { to: "/invoices", label: "Open your invoices" },
        body: [
          "Owners and billing contacts see every invoice and retainer of their account, and can pay them. It doesn't matter whose name is on the invoice, and two people who pay at the same time share one payment page. Receipts and reminders go to the person on the invoice.",
          "Members see the account's leads, requests and files, but no invoices. An owner can change your role on the Team page of the workspace.",
        ],
      },
      {
        id: "invoice-states",
        title: "Invoice statuses",
        words: "pending overdue paid active void status",
        body: [
          {
            points: Object.entries(CLIENT_INVOICE_STATUSES).map(([status, meaning]) => `${status}: ${meaning}`),
          },
        ],
      },
      {
        id: "invoice-pdf",
        title: "Download an invoice as a PDF",
        words: "download print bookkeeping tax",
        link: { to: "/invoices", label: "Open your invoices" },
        body: [
          "Open the invoice by its number and select Download PDF. The PDF shows the line items, dates, both addresses, and the balance. The invoice page also shows its history, such as issued, paid, or refunded.",
          "If you have several accounts, each invoice, retainer and request names its account, and Account above the list shows one of them.",
        ],
      },
      {
        id: "billing-details",
        title: "Billing details: company, address, and tax ID",
        words: "vat gst ein tax number billing address company name recipient details change",
        link: { to: "/invoices", label: "Open your invoices" },
        body: [
          {
            steps: [
              "Open Invoices and select Billing details.",
              "Enter your company, its postal address and its tax ID, such as a VAT number. You can leave a field empty.",
              "Select Save details. Invoices that you download from now on show them, including earlier ones.",
            ],
          },
          "An invoice prints the details of the person it's addressed to, and only that person can change them. If your invoices are addressed to a colleague, Billing details says to whom.",
        ],
      },
      {
        id: "refunds",
        title: "Refunds and credits",
        words: "refunded money back paid twice duplicate return partly credited credit",
        link: { to: "/invoices", label: "Open your invoices" },
        body: [
          "When we refund a payment, you get an email that says how much we refunded and how it reaches you. A refund to your card can take 5–10 days to show up. If you paid another way, we send the money back another way, such as by bank transfer.",
          {
            points: [
              "The invoice's history shows each refund with its date and amount. Its status becomes refunded or partly refunded.",
              "A credit lowers what you owe on an invoice that isn't paid yet. Its reason is in the history, too.",
              "If a payment arrives after the invoice was paid, we refund it. You don't need to ask.",
            ],
          },
          "To ask for another refund, use the form on this page and name the invoice number.",
        ],
      },
      {
        id: "receipts",
        title: "Receipts for your payments",
        words: "receipt proof of payment confirmation email paid bookkeeping accounting",
        link: { to: "/invoices", label: "Open your invoices" },
        body: [
          "After a payment of an invoice, the person on the invoice gets a receipt by email. If a colleague pays, the receipt says so, and the colleague gets one, too. About a second payment of the same invoice, only the person who paid gets an email. If several invoices are paid together, one receipt lists them all. Each person on them gets one that lists theirs. Each person can turn these emails off in Settings, under Notifications, and then gets none.",
          "Every paid invoice is also proof of payment: open it by its number, check the payment's date and amount in the history, and select Download PDF. For your Premium plan, select Manage plan in the settings. The billing portal has the receipts.",
        ],
      },
      {
        id: "statement",
        title: "Download a statement of your account",
        words: "statements csv spreadsheet bookkeeper archive period balance export invoices pdf",
        link: { to: "/invoices", label: "Open your invoices" },
        body: [
          "With Premium, the Statement card below your invoices creates a PDF for your bookkeeper, or a CSV file for a spreadsheet: every invoice, payment, credit and refund in a period, with the balance after each line.",
          {
            steps: [
              "Open Invoices and find Statement below the list.",
              "If you have several accounts, choose one in the list of accounts above the invoices, or keep All accounts.",
              "Choose a period, or set your own dates.",
              "Select Download PDF or Download CSV.",
            ],
          },
          "The file starts with the balance before the period. Each currency has its own balance. A file of all accounts names the account of each line, has a separate balance for each account, and leaves out accounts on the free plan. Agreed invoices that aren't open for payment yet are listed at the end, and no balance includes them. A PDF holds up to 500 entries; for more, choose fewer days or the CSV file. The list of invoices is your archive: every invoice stays there, and each row has its PDF.",
        ],
      },
      {
        id: "verification-failed",
        title: "“Payment Verification Failed”",
        words: "error payment not arrived",
        body: [
          "We couldn't confirm your payment with the card provider. Check the invoice before you pay again: a payment that went through appears there within minutes. If the invoice is still open after an hour, contact us with the form on this page.",
        ],
      },
    ],
  },
  {
    title: "Retainers",
    articles: [
      {
        id: "retainers",
        title: "How retainers work and when you get an invoice",
        words: "monthly subscription renew charge ongoing end",
        link: { to: "/client-dashboard?tab=retainers", label: "Open your retainers" },
        body: [
          "A retainer is ongoing monthly work. We send you an invoice on the day of the month it started, or on the last day of shorter months. Only Premium is charged to your card. The Retainers tab shows each retainer's monthly amount, start, and end. “Ongoing” means that it has no end date.",
          "The same tab shows the charges of the next 31 days. We email you three days before a renewal, unless you turned that email off in your settings. When we change a retainer's amount or last day, pause it or continue it, we email you, too.",
        ],
      },
      {
        id: "end-a-retainer",
        title: "Change or end a retainer",
        words: "cancel stop notice",
        link: { to: "/terms", label: "Read the terms" },
        body: [
          "Send a service request and tell us what to change. The terms say how far ahead of the next billing cycle you need to cancel.",
        ],
      },
    ],
  },
  {
    title: "Your dashboard and plan",
    articles: [
      {
        id: "lead-dashboard",
        title: "Your lead dashboard",
        words: "notion embed live offline refresh full screen",
        link: { to: "/client-dashboard", label: "Open your dashboard" },
        body: [
          "Your dashboard is a Notion page shown inside the portal. You can refresh it, open it in a new tab, or view it in full screen. Press Escape to exit full screen.",
          "If more than one of your accounts has a dashboard, choose the account above it.",
          "We check the connection every 30 seconds and show Live or Offline. A brief Offline is normal. If the dashboard doesn't load, select Try Again or Open Direct Link.",
        ],
      },
      {
        id: "no-dashboard",
        title: "I don't see a lead dashboard",
        words: "missing empty",
        body: [
          "It appears as soon as your account manager connects it to your account. Waiting for more than a day? Contact us with the form on this page.",
        ],
      },
      {
        id: "premium",
        title: "Premium: trial, price, and cancellation",
        words: "plan subscription billing portal card free trial",
        link: { to: "/settings?section=plan", label: "Open plan and billing" },
        body: [
          "Premium starts with a 7-day free trial if your account is new to it. We email you two days before it ends, unless you turned that email off. After that, you pay the monthly price shown with your plan.",
          "One plan covers all accounts that you own or are a billing contact of, for one monthly price. If someone in any of them subscribed before, there's no free trial.",
          "Select Manage plan to open the billing portal, where you can change your card, view receipts, or cancel. A canceled plan lasts until the end of the paid period. But if the person who pays leaves the account or becomes a member, the account's Premium stops right away.",
        ],
      },
      {
        id: "team",
        title: "Invite colleagues to your workspace",
        words: "team account owner member billing role invite remove colleague",
        link: { to: "/workspace", label: "Open your workspace" },
        body: [
          "Team in your workspace lists the people of your account. Owners invite people, change roles and remove people.",
          {
            points: [
              "Owner: everything, including invitations and roles.",
              "Member: works with leads, landing pages, requests and files.",
              "Billing: sees and pays invoices, and manages the plan.",
            ],
          },
          "An invitation works for seven days, and only for the address it was sent to. Its link shows who invited you to which account and asks whether you want to join. The last owner can't change their role while others are in the account: make someone else an owner first. When someone becomes a billing contact, their open leads become unassigned.",
        ],
      },
      {
        id: "leave-account",
        title: "Leave an account",
        words: "leave quit exit account workspace team owner billing contact",
        link: { to: "/settings?section=accounts", label: "Open your accounts" },
        body: [
          "Your settings list the accounts that you belong to and your role in each. Select Leave next to one. Before you confirm, you read what happens to its leads, invoices and plan. Owners and members can also leave on the Team page of the workspace.",
          "Your open leads become unassigned. You still see the requests that you sent, but you can't reply to them. To come back, you need a new invitation.",
          "The last owner can't leave while others are in the account: make someone else an owner first. The person who pays for Premium has to cancel the plan before they leave or become a member, unless it also covers another account. Until then, they can be a billing contact.",
        ],
      },
      {
        id: "brand",
        title: "Your logo and color",
        words: "brand logo color accent white label name email workspace",
        link: { to: "/workspace", label: "Open your workspace" },
        body: [
          "Owners set the name, the logo and the color of their account under Team in the workspace. The workspace and its emails show them, including the answers to people who fill in a form on your pages.",
          "We make the shades for buttons and links from your color, so that they are easy to read in light and dark mode. If a color is too light or too dark for that, we suggest one close to it.",
        ],
      },
      {
        id: "service-request",
        title: "Request a service change",
        words: "request feature support communication answer reply",
        link: { to: "/client-dashboard?tab=communication", label: "Open your requests" },
        body: [
          {
            steps: [
              "On your dashboard, select Request Service Change.",
              "If you have several accounts, choose the one that the request is for. The people of that account see it.",
              "Choose a request type and describe what should change.",
              "Attach files if they help: up to 10 files of up to 25 MB each.",
              "Select Send request. Your account manager replies within 24 hours.",
            ],
          },
          "You get the answer by email and under Communication. To write back, or to add something before we answer, select Reply below the request. Your reply can have files, too. A reply to an answer reopens the request if it was closed.",
        ],
      },
    ],
  },
];
