import type { ArticleGroup } from "./article.ts";

const IMPORT_EXAMPLE = `[
  {
    "business_name": "Northside Dental",
    "notion_database_url": "https://example.notion.site/…",
    "dashboard_title": "Lead Dashboard",
    "user_id": "the client's id, or leave it out"
  }
]`;

/** For admins. Each article is checked against the admin screens. */
export const adminGroups: ArticleGroup[] = [
  {
    title: "People",
    role: "admin",
    articles: [
      {
        id: "approve",
        title: "Approve or reject a sales sign-up",
        words: "pending approval user reason",
        link: { to: "/admin?tab=approvals", label: "Open approvals" },
        body: [
          "Approve opens the CRM to them at once. Reject keeps them out: they read Account Access Denied, and get the reason by e-mail when you wrote one. Both touch only roles that are still pending.",
        ],
      },
      {
        id: "roles",
        title: "Change a role, deactivate, bring back",
        words: "user management member admin last inactive reassign leads",
        link: { to: "/user-management", label: "Open User Management" },
        body: [
          "Deactivating ends access at once, on every device. A salesperson's open leads have to go somewhere in the same step: to a colleague, or unassigned for now.",
          "The last active admin can be neither removed nor demoted. Deactivating or demoting an admin also switches off their entry among the admin e-mails, so that the next sign-in does not make them one again.",
        ],
      },
      {
        id: "two-step-team",
        title: "Two-step sign-in for your team",
        words: "security require authenticator second factor 2fa mfa reset lost phone admins sales",
        link: { to: "/settings?section=team-security", label: "Open team security" },
        body: [
          "In Team security you can require two-step sign-in of admins and of sales people. People without an authenticator app are asked to set one up at their next page, and see nothing else until then. You can require it after you have signed in with a code yourself.",
          "User Management shows a shield beside everybody who has it. When somebody has lost the phone, choose Reset two-step sign-in in their menu, after you have made sure that it is really them. It signs them out everywhere, tells them by email and is in the audit log.",
        ],
      },
      {
        id: "invite",
        title: "Invite somebody",
        words: "invitation link e-mail expire revoke",
        link: { to: "/user-management?tab=invitations", label: "Open invitations" },
        body: [
          "An invitation is a link by e-mail that carries a role. It counts for 7 days, once, and only for that address after it is confirmed. Revoked ones stop working at once.",
        ],
      },
      {
        id: "admin-emails",
        title: "Admin e-mails",
        words: "become admin address list",
        link: { to: "/settings?section=admin-emails", label: "Open admin e-mails" },
        body: [
          "Whoever signs in with a confirmed address of this list becomes an admin. Switching an address off keeps its owner from becoming one again; it does not take away a role that they have.",
        ],
      },
    ],
  },
  {
    title: "Client dashboards",
    role: "admin",
    articles: [
      {
        id: "add-dashboard",
        title: "Add a client's dashboard",
        words: "notion url share embed template",
        link: { to: "/admin?tab=dashboards", label: "Open Manage Dashboards" },
        body: [
          {
            steps: [
              "In Notion, share the page to the web and copy its address.",
              "Press Add Dashboard. Enter the client's e-mail, the business, and the address; the line below it says what it thinks of the address.",
              "A template fills the title. Save.",
            ],
          },
          "Each client has at most one dashboard. Health comes from a check by the server: healthy, warning when slow or redirected, error when unreachable, Unknown until it was checked.",
        ],
      },
      {
        id: "import",
        title: "The format of an import",
        words: "json file export array skipped duplicate unassigned",
        link: { to: "/admin?tab=dashboards", label: "Open Manage Dashboards" },
        body: [
          "A JSON file that holds a list. An export has the same form, so it can be imported again.",
          { code: IMPORT_EXAMPLE },
          {
            points: [
              "Without business_name or notion_database_url an entry is skipped.",
              "Without user_id, or with one that no account here has, it is unassigned: nobody sees it until you edit it and enter the client's e-mail.",
              "Without dashboard_title it is called Lead Dashboard.",
            ],
          },
          "Before anything is written you see what will be added, what is skipped, and what to check afterwards. Then all of it is written, or nothing.",
        ],
      },
    ],
  },
  {
    title: "Billing",
    role: "admin",
    articles: [
      {
        id: "invoices",
        title: "Write, send and settle invoices",
        words: "draft void credit paid by hand refund number",
        link: { to: "/admin/billing", label: "Open billing" },
        body: [
          "A draft can be changed until it is sent. Sent invoices keep their lines: what was wrong is credited or canceled, so that the books show both. A payment outside the portal is marked by hand, with a note. Refunds are made at the card provider; the ledger follows by itself.",
          "Prefix, next number and currency of new invoices are in the settings. A number that was used cannot be the next one.",
        ],
      },
      {
        id: "retainers-admin",
        title: "Retainers issue their invoices",
        words: "monthly schedule automatic period",
        link: { to: "/admin/billing", label: "Open billing" },
        body: [
          "An active retainer writes one invoice for each of its periods, on its day of the month in the agency's time zone. Exactly one: a restart or a second server changes nothing about that.",
        ],
      },
      {
        id: "requests",
        title: "Answer requests",
        words: "change request inbox help contact",
        link: { to: "/admin/requests", label: "Open requests" },
        body: [
          "Service requests of clients and messages from this help center arrive in one list. Those from here name the page and, after a failure, the request id: the same id stands in the server's log.",
        ],
      },
      {
        id: "premium-overrides",
        title: "Give premium for free",
        words: "override gift trial",
        link: { to: "/settings?section=premium", label: "Open premium overrides" },
        body: [
          "Enter the address, and an end date if there is one; the gift lasts through that day. It counts for the confirmed owner of the address, also when the account does not exist yet, and touches no paid plan.",
        ],
      },
    ],
  },
  {
    title: "The agency",
    role: "admin",
    articles: [
      {
        id: "agency-settings",
        title: "The agency's settings, and two admins at once",
        words: "working hours holidays time zone speed lead target conflict",
        link: { to: "/settings?section=agency", label: "Open the agency's settings" },
        body: [
          "Name and address stand on invoices. Working hours, holidays and the time zone rule the clock of new leads and when an invoice is overdue.",
          "If somebody else changed the same field while you were editing, nothing is overwritten: you are told, and can load the new values. After saving, Undo puts back what was there.",
        ],
      },
      {
        id: "pipeline-settings",
        title: "Stages and lost reasons",
        words: "pipeline rotting forgotten rename hide order",
        link: { to: "/settings?section=pipeline", label: "Open the pipeline's settings" },
        body: [
          "Stages can be renamed and given a number of quiet days after which a lead counts as forgotten. New, Won and Lost keep their names. Lost reasons can be added, renamed, hidden and reordered; a hidden one stays on the leads that have it.",
        ],
      },
      {
        id: "email-log",
        title: "Did the e-mail go out?",
        words: "mail failed retry inbox",
        link: { to: "/settings?section=email-log", label: "Open the e-mail log" },
        body: [
          "The log has every e-mail of the last 30 days with its state. A failed one was tried several times, with growing pauses; Send again queues it once more. The texts are not kept in the log, because links in them are secrets.",
        ],
      },
      {
        id: "audit-log",
        title: "Who changed what",
        words: "audit history restore undo",
        link: { to: "/user-management?tab=audit", label: "Open the audit log" },
        body: [
          "Every change that an admin makes and every change of a role is written down by the database, with the row before and after. Nobody can alter an entry. Dashboards, premium overrides, agency settings, retainers and landing pages can be put back from it, as long as they were not changed again since.",
        ],
      },
      {
        id: "data-export",
        title: "Take all data with you",
        words: "export json backup download",
        link: { to: "/settings?section=export", label: "Open data export" },
        body: [
          "One JSON file with everything that an admin may read. It is made page by page in your browser; you can cancel it. A backup that can be restored is made on the server: npm run backup.",
        ],
      },
    ],
  },
];
