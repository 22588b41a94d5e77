import type { ArticleGroup } from "./article.ts";

/** For salespeople: the current features of the CRM. */
export const salesGroups: ArticleGroup[] = [
  {
    title: "Leads",
    role: "sales",
    articles: [
      {
        id: "which-leads",
        title: "Which leads you see",
        words: "crm owner unclaimed mine",
        link: { to: "/crm", label: "Open the CRM" },
        body: [
          "Your own and the unclaimed ones, newest first. All, Mine and Unclaimed are the three tabs; the figures above count the same leads. Leads of other salespeople are theirs alone: the database does not hand them out, whatever the page asks.",
          "Archived leads and spam are in no count.",
        ],
      },
      {
        id: "new-leads",
        title: "How a new lead arrives",
        words: "form website application contact landing page source",
        body: [
          "A contact message or an application on the website becomes a lead within the same moment. Somebody who writes twice with the same address stays one lead, with both messages in its history. The list looks for new leads every half minute by itself; you need not reload.",
        ],
      },
      {
        id: "crm-today",
        title: "What the CRM does today",
        words: "pipeline board tasks call stage claim",
        body: [
          "Today it is a list: who the lead is, which company, where they came from, when they arrived, and whether somebody owns them. Stages, follow-up tasks and the board are being built and will appear here.",
        ],
      },
    ],
  },
  {
    title: "Your access",
    role: "sales",
    articles: [
      {
        id: "approval",
        title: "How approval works",
        words: "pending denied inactive waiting role",
        body: [
          "A sales account waits until an admin approves it. You hear of the decision by e-mail; Check Status on the waiting page asks at once. When an account is deactivated later, access ends immediately and its open leads go to a colleague.",
        ],
      },
    ],
  },
];
