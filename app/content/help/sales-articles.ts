import type { ArticleGroup, Workplace } from "./article.ts";
import { callGroup, shiftGroup } from "./call-articles.ts";
import { leadGroup } from "./lead-articles.ts";

const dataGroup = (at: Workplace): ArticleGroup => ({
  title: "Data and reports",
  articles: [
    {
      id: "crm-import",
      isPremium: true,
      title: "Import and export leads",
      words: "csv file spreadsheet columns upload download undo notion",
      link: { to: at.path("/import"), label: "Open Import & export" },
      body: [
        {
          steps: [
            "Choose a CSV file with a header row.",
            "Check which column goes into which field. We remember your choice for the next file with the same columns.",
            "Review what will be created, updated, or skipped. Rows with errors don't stop the others. You can download them, fix them, and import them again.",
            "Start the import. You can leave the page while it runs.",
          ],
        },
        "You can undo an import on the same page while its rows are kept, 30 days by default. Leads that someone has worked on since then stay.",
        "An export contains the leads you can see. To export some of them, filter the lead list first.",
        "CSV for Notion is a file that Notion turns into a database: in Notion, choose Import, then CSV. Each lead becomes a page with its name as the title. Notion recognizes the dates, the tags and the Answered checkbox. Use Export CSV for a spreadsheet, or to import the leads here again.",
      ],
    },
    {
      id: "crm-merge",
      isPremium: true,
      title: "Merge duplicate leads",
      words: "merging same person twice duplicates combine unmerge",
      link: { to: at.path("/leads"), label: "Open leads" },
      body: [
        "A lead's page shows possible duplicates: leads with the same email, the same phone number, or a very similar name and company.",
        {
          steps: [
            "Select Compare next to a duplicate. Not listed? Choose Merge with another lead in the lead's menu and search for it.",
            "Check which lead is kept. By default, it's the one that reached the later stage, or else the older one.",
            "Where the two differ, choose which value to keep, and merge.",
          ],
        },
        `History, tasks, booked calls and tags of both leads are combined. You or an ${at.isWorkspace ? "owner" : "admin"} can unmerge them later.`,
      ],
    },
    {
      id: "crm-analytics",
      isPremium: true,
      title: "What the analytics count",
      words: "report funnel win rate response time forecast team",
      link: { to: at.path("/analytics"), label: "Open Analytics" },
      picture: "Analytics: the figures of the period and the path from new leads to won deals.",
      body: [
        at.isWorkspace
          ? "Choose a period, a person and a source. Each number opens the leads behind it. On the free plan, you see how fast the leads of the last 30 days were answered."
          : "Choose your own and unowned leads, or the whole team. For your own leads you also see amounts, and each number opens the leads behind it. For the team you see counts, percentages, and response times.",
        "A dash means that there is no data yet. Archived leads and spam don't count.",
      ],
    },
  ],
});

const ACCESS: ArticleGroup = {
  title: "Your access",
  articles: [
    {
      id: "approval",
      title: "How approval works",
      words: "pending denied inactive waiting role",
      body: [
        "An admin has to approve a new sales account. You get an email once they decide. You can also select Check Status on the waiting page.",
        "If an admin deactivates your account, your access ends immediately, and your open leads go to a colleague or become unassigned.",
      ],
    },
  ],
};

/** For everyone who works with leads: at the agency, and in the workspace of a client's account. */
export const salesGroups = (at: Workplace): ArticleGroup[] => [
  leadGroup(at),
  callGroup(at),
  shiftGroup(at),
  dataGroup(at),
  ...(at.isWorkspace ? [] : [ACCESS]),
];
