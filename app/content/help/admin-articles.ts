import type { ArticleGroup } from "./article.ts";

const IMPORT_EXAMPLE = `[
  {
    "business_name": "Northside Dental",
    "notion_database_url": "https://www.notion.so/…",
    "dashboard_title": "Lead Dashboard",
    "user_id": "the client's ID, or leave it out"
  }
]`;

/** For admins. Each article is checked against the admin screens. */
export const adminGroups: ArticleGroup[] = [
  {
    title: "People",
    articles: [
      {
        id: "approve",
        title: "Approve or reject a sales sign-up",
        words: "pending approval user reason",
        link: { to: "/admin?tab=approvals", label: "Open approvals" },
        body: [
          "Approve gives them access to the CRM right away. Reject keeps them out: they see Account Access Denied and get an email with your reason, if you gave one. Both change only roles that are still pending.",
        ],
      },
      {
        id: "roles",
        title: "Change roles, deactivate, or reactivate",
        words: "user management member admin last inactive reassign leads",
        link: { to: "/user-management", label: "Open User Management" },
        body: [
          "Before a role changes, you see what the person gains and loses. When a sales rep becomes an admin, they keep their open leads, or you choose a new owner. Undo appears for a few seconds, unless leads have moved.",
          "Deactivating someone ends their access immediately, on every device. In the same step, you hand over a sales rep's open leads to a colleague or leave them unassigned. Undo returns the leads that no one has changed since. You can reactivate people anytime. They get an email about both, unless you undo it within seconds.",
          "A deactivated client stays in their account's list of people, marked Deactivated, and keeps their role. A client who joins your team leaves that list. If you make them a client again, they get their earlier role back.",
          "You can't remove or demote the last active admin. When you deactivate or demote an admin, their entry in Admin emails is turned off too, so they don't become an admin again at their next sign-in.",
        ],
      },
      {
        id: "clients",
        title: "See what a client owes and has asked for",
        words: "client record list balance overdue retainers requests company view as client portal cancel keep plan",
        link: { to: "/admin/clients", label: "Open clients" },
        body: [
          "Clients has two views. People lists everyone who signs in as a client: what they owe, what they pay a month, and their open requests. Accounts lists the businesses that they belong to. One search finds both. Anywhere in the admin area, a client's name opens their record, with people, dashboard, invoices, retainers, requests, plan and recent changes.",
          "Press Ctrl+K, or ⌘K on a Mac, to find clients, invoices, accounts, landing pages, and retainers from anywhere.",
          "View as client on the record shows the portal as they see it. You can't change anything there, and each visit is recorded in the audit log.",
          "Plan on the record cancels the plan that someone pays for at the end of its period, or keeps it after all. They get an email that you did it.",
        ],
      },
      {
        id: "accounts",
        title: "Run clients' accounts",
        words:
          "workspace account owner member billing lend sales people archive restore health invite team empty last person left",
        link: { to: "/admin/accounts", label: "Open accounts" },
        body: [
          "Each client has an account: a workspace with its own leads, landing pages and people. Accounts, under Clients, lists them with plan, leads this month, median response, open balance and health. Everyone left an account whose health is Empty. Filter it by plan, or by accounts that owe money. Clients who sign up get one. New account creates one for a client who hasn't signed up.",
          {
            points: [
              "Invite sends an email link that works for seven days, for that address only. An account with people always has an owner.",
              "Add rep lets one of your sales reps answer this account's leads as well as your agency's. Remove unassigns their open leads there.",
              "Enter workspace opens the client's own screens. The audit log records your visit.",
              "Archive closes the workspace. First settle its open invoices, pause or end its retainers, cancel a plan that only covers this account, and unpublish pages on its own domains. The question before it names what is left, and cancels the plan for you. While it's archived, its people get no invoices or Premium, and you can only end its retainers. You can restore it at any time.",
            ],
          },
        ],
      },
      {
        id: "account-from-lead",
        title: "Turn a won lead into an account",
        words: "won client create account invoice retainer draft owner invitation",
        body: [
          {
            steps: [
              "Open the won lead and select Create account. We invite the lead's address as the owner.",
              "On the account's page, select New invoice or New retainer.",
              "Save the draft.",
            ],
          },
          "The owner doesn't have to sign up first. You can prepare invoice drafts, draft retainers and a dashboard on the account's page. They become the owner's when the owner joins. To send an invoice or activate a retainer, you need an owner who has joined. If no one has, the editor offers to invite one. Set up client on a won lead prepares a retainer and a dashboard in the same step.",
        ],
      },
      {
        id: "two-step-team",
        title: "Two-step sign-in for your team",
        words: "security require authenticator second factor 2fa mfa reset lost phone admins sales",
        link: { to: "/settings?section=team-security", label: "Open team security" },
        body: [
          "In Team security, you can require two-step sign-in for admins and sales reps. Anyone without an authenticator app has to set one up before they can continue. You need to have signed in with a code yourself before you can require it.",
          "User Management shows a shield next to everyone who uses it. If someone lost their phone, make sure it's really them, then select Reset two-step sign-in in their menu. They're signed out everywhere and notified by email, and the reset is recorded in the audit log.",
        ],
      },
      {
        id: "invite",
        title: "Invite someone",
        words: "invitation link email expire revoke",
        link: { to: "/user-management?tab=invitations", label: "Open invitations" },
        body: [
          "An invitation is an email with a link that comes with a role. The link works once, for 7 days, and only for the invited address. It confirms that address, so the person chooses a password and is signed in. Revoked invitations stop working immediately. Resend sends the same invitation with a new link, which replaces the earlier one.",
        ],
      },
      {
        id: "admin-emails",
        title: "Admin emails",
        words: "become admin address list",
        link: { to: "/settings?section=admin-emails", label: "Open admin emails" },
        body: [
          "Anyone who signs in with a confirmed address on this list becomes an admin. If you turn an address off, its owner won't become an admin again, but keeps any role they already have.",
        ],
      },
    ],
  },
  {
    title: "Client dashboards",
    articles: [
      {
        id: "add-dashboard",
        title: "Add a client's dashboard",
        words: "notion url share embed template",
        link: { to: "/admin?tab=dashboards", label: "Open Manage Dashboards" },
        body: [
          {
            steps: [
              "In Notion, share the page to the web and copy its link.",
              "Select Add Dashboard. Enter the client's email, the business name, and the Notion URL. A note below the URL tells you whether it looks right.",
              "Pick a template to fill in the title, or write your own. Then save.",
            ],
          },
          "Each client has one dashboard at most. The server checks its health: healthy, warning if it's slow or redirected, error if it can't be reached or embedded, and Unknown until the first check.",
        ],
      },
      {
        id: "import",
        title: "Import file format",
        words: "json file export array skipped duplicate unassigned",
        link: { to: "/admin?tab=dashboards", label: "Open Manage Dashboards" },
        body: [
          "Import a JSON file with a list of dashboards. Exports have the same format, so you can import them again.",
          { code: IMPORT_EXAMPLE },
          {
            points: [
              "Entries without business_name or notion_database_url are skipped.",
              "Without a user_id that belongs to an account, the dashboard is unassigned. No client sees it until you edit it and enter the client's email.",
              "Without dashboard_title, the title is Lead Dashboard.",
            ],
          },
          "Before anything is saved, you see what will be added, what will be skipped, and what to check afterward. The import saves everything or nothing.",
        ],
      },
    ],
  },
  {
    title: "Billing",
    articles: [
      {
        id: "invoices",
        title: "Create, send, and settle invoices",
        words: "draft void credit paid by hand refund number overpaid second payment",
        link: { to: "/admin/billing", label: "Open billing" },
        picture: "Billing: invoices with their clients, statuses and amounts, and their sums above.",
        body: [
          "You can edit a draft until you send it. Sent invoices keep their lines. To correct one, credit or cancel it, so your books show both. If a client pays outside the portal, choose Record payment. The form points out a day before the invoice was issued, which you can still record. If you recorded a payment, refund, or credit by mistake, remove it in the menu of its row in the ledger: it stays there as removed, and the client gets an email with the amount due. To refund a paid invoice, open it and choose Refund: to the card, or to record money that you sent back yourself. Refunds that you make at the card provider appear automatically.",
          "An active invoice is agreed, but the client can't pay it yet. Open it for payment when the time comes: the client gets it by email. The admin dashboard tells you once its due date is within your payment term.",
          "To remind several clients, select their invoices in the list and send the reminders together. A deactivated client gets no reminders and no copies until you reactivate them. Export CSV saves the invoices that the list shows. In that file, Balance due adds up to the open amount above the list, and Not payable yet adds up to the active invoices.",
          "Set the prefix, next number, and currency for new invoices in the settings. You can't reuse a number.",
        ],
      },
      {
        id: "retainers-admin",
        title: "How retainers create invoices",
        words: "monthly schedule automatic period",
        link: { to: "/admin/billing", label: "Open billing" },
        body: [
          "An active retainer creates one invoice per period, on its day of the month in the agency's time zone. It never creates duplicates, even after a restart or with several servers.",
          "The form says which invoices saving sends, and End retainer says which ones still go out before the last day. An end date that you set is at the top of the form. You can change or remove it there. It can't be after the term: change the term to go on longer. A retainer can't begin when its term has ended already. You can undo the last change to a retainer. If you changed its amount, term or name and that sent an invoice, there's no Undo. Invoices that were sent stay: cancel those that shouldn't be paid. Clients get an email when you change the amount or the last day of a retainer that has begun or is agreed, or pause or continue it, unless you undo it right away.",
          "While a client is deactivated, their retainers send nothing. When you reactivate them, the months that began in between are billed.",
        ],
      },
      {
        id: "requests",
        title: "Reply to requests",
        words: "change request inbox help contact",
        link: { to: "/admin/requests", label: "Open requests" },
        body: [
          "Clients' service requests and messages from this help center arrive in one list. Help center messages include the page and, after an error, the request ID. You can find the same ID in the server log.",
          "Select a file to download it. You can attach files to a reply, too. The email to the client lists the files, and the client downloads them in the portal. A deactivated sender is marked: they get your reply by email, and see it in the portal once they're reactivated.",
          "If no one has taken a request, it is assigned to the first admin who answers it. Clients can reply to your answers in their portal. A reply reopens the request and marks it “client replied”, and all admins get an email. Each admin can turn off emails about requests under Settings, Notifications.",
        ],
      },
      {
        id: "premium-overrides",
        title: "Give someone complimentary Premium",
        words: "override gift trial",
        link: { to: "/settings?section=premium", label: "Open premium overrides" },
        body: [
          "Enter an email address and, if you like, an end date. Premium lasts through that day. It applies to the confirmed owner of the address, even if the account doesn't exist yet, and doesn't affect paid plans. A client who doesn't pay for Premium gets an email about it, and about another end date or its removal.",
        ],
      },
    ],
  },
  {
    title: "Your agency",
    articles: [
      {
        id: "agency-logo",
        title: "Your logo",
        words: "logo brand mark picture email invoice dark plate",
        link: { to: "/settings?section=agency", label: "Open agency settings" },
        body: [
          "Upload your logo under Agency details. It replaces our mark in the portal, in emails, and on invoices. A wide PNG with a transparent background works best.",
          "The preview shows it on light and on dark. If it's hard to see on dark, put it on a white plate. Emails that people already have keep the logo they were sent with.",
        ],
      },
      {
        id: "agency-settings",
        title: "Agency settings",
        words: "working hours holidays time zone speed lead target conflict",
        link: { to: "/settings?section=agency", label: "Open agency settings" },
        body: [
          "Your name and address appear on invoices. Working hours, holidays, and the time zone control the response clock for new leads. You can add holidays up to 10 years ahead. The time zone also decides when an invoice becomes overdue.",
          "If another admin changed the same field while you were editing, nothing is overwritten. You'll see a message and can load the latest version. After you save, you can undo the change.",
        ],
      },
      {
        id: "pipeline-settings",
        title: "Stages and lost reasons",
        words: "pipeline rotting forgotten rename hide order",
        link: { to: "/settings?section=pipeline", label: "Open pipeline settings" },
        body: [
          "You can rename stages and set after how many days without activity a lead counts as stalled. New, Won, and Lost keep their names. You can add, rename, hide, and reorder lost reasons. Leads keep a hidden reason that they already have.",
        ],
      },
      {
        id: "email-log",
        title: "Check whether an email was sent",
        words: "mail failed retry inbox",
        link: { to: "/settings?section=email-log", label: "Open the email log" },
        body: [
          "The log lists every email and its status. Data retention sets how long entries are kept, 30 days by default for sent emails. If the mail server doesn't respond, emails wait and go out as soon as it works again, and a notice on every screen says so. We keep trying for four days. Select Resend to send a failed email again, or Resend all failed emails. Emails that may have arrived can only be resent one by one. The log doesn't show the content of emails, because it can contain private links.",
        ],
      },
      {
        id: "audit-log",
        title: "See who changed what",
        words: "audit history restore undo",
        link: { to: "/user-management?tab=audit", label: "Open the audit log" },
        body: [
          "The audit log records every change by an admin and every role change, with the values before and after. Search it by a name, an email, an invoice number or a value. No one can edit an entry. You can restore dashboards, premium overrides, agency settings, retainers, and landing pages from it, as long as they haven't changed again since. It also restores deleted invoice drafts, and payments, refunds, and credits that were removed, as long as they fit the invoice.",
        ],
      },
      {
        id: "data-export",
        title: "Export all your data",
        words: "export json backup download",
        link: { to: "/settings?section=export", label: "Open data export" },
        body: [
          "Download the data of your agency and of every client account as one JSON file. The field account_id says which account a row belongs to, and the list named accounts has their names. Your browser puts the file together, and you can cancel anytime.",
          "Some things aren't in the file: passwords, secret links, email texts, uploaded files, and what only one person can see, such as their saved views that aren't shared, email preferences and subscribed calendars. To make a backup of everything that you can restore, run npm run backup on the server.",
        ],
      },
    ],
  },
];
