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
        words: "crm owner unclaimed unowned mine colleague archived spam",
        link: { to: "/crm/leads", label: "Open leads" },
        body: [
          "You see your own leads and the ones that no one owns yet. You can't open leads that belong to other salespeople. Admins see all leads.",
          "Archived leads and spam aren't counted anywhere.",
        ],
      },
      {
        id: "new-leads",
        title: "How new leads arrive",
        words: "form website application contact landing page source add import duplicate",
        body: [
          "Every contact message, application, and landing page form becomes a lead within seconds. If someone writes again with the same email or phone number, the message is added to their existing lead.",
          "The CRM updates on its own while it's open, so you don't need to reload. You can also add a lead with the C key or import a CSV file.",
        ],
      },
      {
        id: "lead-clock",
        title: "The response clock",
        words: "speed target minutes answer reply late escalate alert working hours",
        link: { to: "/crm", label: "Open Today" },
        body: [
          "When a lead comes in, a clock starts. It stops when you log a call, email, text message, or meeting. Opening the lead doesn't stop it.",
          {
            points: [
              "After 60% of the target time, the lead's owner gets an email. If no one owns the lead, the whole sales team gets it.",
              "When the target time is up, the same people get another email.",
              "At twice the target time, the next available salesperson is asked to reply and takes over the lead if it had another owner. The owner and the admins are notified.",
            ],
          },
          "Outside your agency's working hours, the clock doesn't run.",
        ],
      },
      {
        id: "crm-today",
        title: "Work through your day",
        words: "today queue claim call email log outcome task next step overdue",
        link: { to: "/crm", label: "Open Today" },
        body: [
          "Today lists your work in order: unanswered leads, overdue tasks, tasks due today, and leads without a next step.",
          {
            steps: [
              "Select a lead and press Enter. You claim the lead and call it. If it has no phone number but agreed to emails, you write an email instead.",
              "Log what happened: press L, then 1 for connected, 2 for no answer, 3 for left voicemail, or 4 for SMS sent. A lead without a phone number needs one first.",
              "Plan the next step with T.",
            ],
          },
          "Logged the wrong thing? Press Ctrl+Z, or ⌘Z on a Mac, to undo it.",
        ],
      },
      {
        id: "lent-to-client",
        title: "When you also work for a client",
        words: "lent loan added rep client account workspace chip mark Today",
        link: { to: "/crm", label: "Open Today" },
        body: [
          "If an admin adds you to a client's account, Today has the client's leads, too: yours there and the ones that no one owns. Each is marked with the account's name, and its clock follows the account's working hours and target.",
          "You claim, call, email and log from Today. Opening the lead goes to the client's workspace. The board, the lead list and the analytics have the leads of one account at a time.",
          "When an admin removes you there, the client's leads disappear from Today. Leads that you owned there no longer have an owner.",
        ],
      },
      {
        id: "crm-board",
        title: "The board and the lead list",
        words: "pipeline stage kanban drag table filter view search bulk edit won lost stalled",
        link: { to: "/crm/board", label: "Open the board" },
        body: [
          "The board shows your pipeline by stage. Drag a card to move a lead, or press 1–8 to move it to that stage. Moving a lead to Lost asks for a reason.",
          "Leads shows them in a table. Filter and sort it, edit cells, and change several leads at a time. You can save a filter as a view and share it with your team. Teammates see only the leads they have access to.",
          "When you win a lead, you can ask an admin to set up the client's account, dashboard, and retainer.",
        ],
      },
      {
        id: "crm-keys",
        title: "Keyboard shortcuts in the CRM",
        words: "keys hotkeys command palette",
        link: { to: "/crm", label: "Open the CRM" },
        body: [
          "Press ? on any page of the CRM to see every shortcut that works there. Shortcuts are off while you type.",
          "Press Ctrl+K, or ⌘K on a Mac, to search leads, views, and pages and to act on the current lead.",
        ],
      },
    ],
  },
  {
    title: "Data and reports",
    role: "sales",
    articles: [
      {
        id: "crm-import",
        title: "Import and export leads",
        words: "csv file spreadsheet columns upload download undo notion",
        link: { to: "/crm/import", label: "Open Import & export" },
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
          "CSV for Notion is a file that Notion turns into a database: in Notion, choose Import, then CSV. Each lead becomes a page with its name as the title. Dates, tags and the checkbox Answered are ready to use as such. Use Export CSV for a spreadsheet, or to import the leads here again.",
        ],
      },
      {
        id: "crm-merge",
        title: "Merge duplicate leads",
        words: "same person twice duplicates combine",
        link: { to: "/crm/leads", label: "Open leads" },
        body: [
          "A lead's page shows possible duplicates: leads with the same email, the same phone number, or a very similar name and company. Compare them and choose which value to keep for each field. History and tasks of both leads are kept.",
          "You or an admin can unmerge them later.",
        ],
      },
      {
        id: "crm-analytics",
        title: "What the analytics count",
        words: "report funnel win rate response time forecast team",
        link: { to: "/crm/analytics", label: "Open Analytics" },
        body: [
          "Choose your own and unowned leads, or the whole team. For your own leads you also see amounts, and each number opens the leads behind it. For the team you see counts, percentages, and response times.",
          "A dash means that there is no data yet. Archived leads and spam don't count.",
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
          "An admin has to approve a new sales account. You get an email once they decide. You can also select Check Status on the waiting page.",
          "If an admin deactivates your account, your access ends immediately, and your open leads go to a colleague or become unassigned.",
        ],
      },
    ],
  },
];
