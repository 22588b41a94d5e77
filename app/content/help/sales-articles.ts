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
        picture: "Today: the leads that wait for an answer, each with its clock.",
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
        id: "consent",
        title: "Consent to email or text a lead",
        words: "permission agree opt in opt out unsubscribe withdraw sms",
        link: { to: "/crm/leads", label: "Open leads" },
        body: [
          "You can call every lead. You can email or text a lead only with consent. A lead that wrote through a form has agreed to be contacted. Leads that you add or import may have no consent.",
          {
            steps: [
              "Ask the lead on the phone, in person, or in their own message.",
              "On the lead's page, find Consent and select Record.",
              "Enter how they agreed, such as “on the phone”, and save. The date and your name are kept with it.",
            ],
          },
          "If they change their mind, select Withdraw. Consent also ends when the lead's email address changes.",
        ],
      },
      {
        id: "crm-board",
        title: "The board and the lead list",
        words: "pipeline stage kanban drag table filter view search bulk edit won lost stalled",
        link: { to: "/crm/board", label: "Open the board" },
        picture: "The board: one column for each stage, with its leads as cards.",
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
    title: "Calls",
    role: "sales",
    articles: [
      {
        id: "book-a-call",
        title: "Book a call for a lead",
        words: "booking appointment schedule meeting calendar free times slot",
        link: { to: "/crm/calls", label: "Open Calls" },
        body: [
          {
            steps: [
              "On the lead's page or on Today, press B, or choose Book a call in the lead's menu.",
              "Choose the meeting type. If colleagues take these calls, too, choose My times or Anyone's times.",
              "Choose a day and a time. You see your own time and theirs.",
              "Fill in what the lead doesn't have yet, such as an email address, and select Book call.",
            ],
          },
          "The lead gets an email with the time and a link to move or cancel the call. A lead that no one owns becomes yours.",
          "A booked call isn't a response, so the response clock keeps running. If you booked it while you talked to the lead, check “Log your call with them as the response”. The clock stops, and the history shows the call.",
          "Made a mistake? Select Undo right away. That cancels the call, removes the logged response, and they get an email.",
        ],
      },
      {
        id: "calls-week",
        title: "Move or cancel a call, and note a no-show",
        words: "booking calls week calendar held reschedule outcome drag missed outcomes",
        link: { to: "/crm/calls", label: "Open Calls" },
        picture: "Calls: a week with the booked calls on their days.",
        body: [
          "Calls shows your booked calls by week. Admins can show everyone's. Select a call to see the lead, its answers and the place.",
          {
            points: [
              "Move: drag the call to another time, press M, or select Move. You can choose a free time or any other time. The lead and the hosts get an email.",
              "Cancel call: the lead and the hosts get an email, and the time is free again.",
              "After a call has begun, it asks for its outcome: Held (H), No-show (S), or Reschedule (R). After a no-show or with Reschedule, the lead gets a link to choose a new time.",
            ],
          },
          "You can undo an outcome, and correct it later with Change outcome. Move and Cancel call are also on the lead's page and on Today.",
        ],
      },
      {
        id: "meeting-types",
        title: "Meeting types and bookable hours",
        words: "booking page link hosts buffer notice reminders questions round robin calendar visitors",
        link: { to: "/crm/calls/types", label: "Open Meeting types" },
        body: [
          "Each meeting type has its own page where visitors pick a time. Copy its link and share it. Only owners and admins can add or edit a type.",
          {
            points: [
              "Length, buffers and minimum notice decide which times fit. The daily limit counts for each host.",
              "Bookable hours are the days and times at which a call can be booked. Any time a host works adds no further limit.",
              "Hosts: one person, round robin by weight, or all of them together.",
              "Reminders go to the visitor before the call.",
            ],
          },
          "Visitors see only times at which a host is on shift, isn't away, and has no other call. Connect your calendar in your settings to block your busy times, too.",
        ],
      },
    ],
  },
  {
    title: "Shifts and routing",
    role: "sales",
    articles: [
      {
        id: "shifts-away",
        title: "Shifts and being away",
        words: "absence vacation sick holiday hours on shift off shift schedule time off",
        link: { to: "/crm/shifts", label: "Open Shifts & routing" },
        body: [
          "New leads and escalations go only to people who are on shift. Without hours of your own, you have the account's hours.",
          {
            steps: [
              "Select Edit hours next to your name, set the time zone and the shifts of each day, and save.",
              "When you can't work, select Away: for today, or from one day to another, such as for a vacation.",
              "Back early? Select the X next to the absence.",
            ],
          },
          "While you're away or off shift, you get no new leads, and visitors can't book a call with you. Calls that are already booked stay. This week shows when each person works, and at which working hours no one does. Owners and admins can edit the hours and absences of their team.",
        ],
      },
      {
        id: "routing",
        title: "Routing rules and the trial",
        words: "rule pool assign distribute round robin share weight capacity waiting simulate who gets leads",
        link: { to: "/crm/shifts", label: "Open Shifts & routing" },
        body: [
          "Rules decide who gets a new lead. Owners and admins edit them under the shifts. The first matching rule wins. It sends the lead to a person or to a pool, whose people take turns by their share of new leads. Someone who has reached their limit of waiting leads gets no more.",
          "If no rule matches, or no one is free, the lead stays unowned and everyone is notified. If no one responds, a lead can be reassigned once to the next person of the pool.",
          "Before you save, select Try on leads from forms. The trial shows where the last leads would have gone, with the matching rule. It changes nothing.",
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
        words: "merging same person twice duplicates combine unmerge",
        link: { to: "/crm/leads", label: "Open leads" },
        body: [
          "A lead's page shows possible duplicates: leads with the same email, the same phone number, or a very similar name and company.",
          {
            steps: [
              "Select Compare next to a duplicate. Not listed? Choose Merge with another lead in the lead's menu and search for it.",
              "Check which lead is kept. By default, it's the one that reached the later stage, or else the older one.",
              "Where the two differ, choose which value to keep, and merge.",
            ],
          },
          "History, tasks, booked calls and tags of both leads are combined. You or an admin can unmerge them later.",
        ],
      },
      {
        id: "crm-analytics",
        title: "What the analytics count",
        words: "report funnel win rate response time forecast team",
        link: { to: "/crm/analytics", label: "Open Analytics" },
        picture: "Analytics: the figures of the period and the way from new leads to won deals.",
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
