import type { Article, ArticleGroup, Workplace } from "./article.ts";

/** Only the agency lends people. */
const LENT: Article = {
  id: "lent-to-client",
  title: "When you also work for a client",
  words: "lent loan added rep client account workspace chip mark Today",
  link: { to: "/crm", label: "Open Today" },
  body: [
    "If an admin adds you to a client's account, Today has the client's leads, too: yours there and the ones that no one owns. Each is marked with the account's name, and its clock follows the account's working hours and target.",
    "You claim, call, email and log from Today. Opening the lead goes to the client's workspace. The board, the lead list and the analytics have the leads of one account at a time.",
    "When an admin removes you there, the client's leads disappear from Today. Leads that you owned there no longer have an owner.",
  ],
};

/** Leads, for everyone who works with them. */
export const leadGroup = (at: Workplace): ArticleGroup => ({
  title: "Leads",
  articles: [
    {
      id: "which-leads",
      title: "Which leads you see",
      words: "crm owner unclaimed unowned mine colleague archived spam",
      link: { to: at.path("/leads"), label: "Open leads" },
      body: [
        at.isWorkspace
          ? "Owners and members see every lead of their account, whoever owns it. So do the admins of your agency. Sales reps whom your agency adds to your account see their own leads and the ones that no one owns yet. On the free plan, you see your newest 50 leads."
          : "You see your own leads and the ones that no one owns yet. You can't open leads that belong to other sales reps. Admins see all leads.",
        "Archived leads and spam aren't counted anywhere.",
      ],
    },
    {
      id: "new-leads",
      title: "How new leads arrive",
      words: "form website application contact landing page source add import duplicate",
      body: [
        `Every ${at.isWorkspace ? "form on your landing pages and every call that a visitor books" : "contact message, application, and landing page form"} becomes a lead within seconds. If someone writes again with the same email or phone number, the message is added to their existing lead.`,
        `The ${at.isWorkspace ? "workspace" : "CRM"} updates on its own while it's open, so you don't need to reload. You can also add a lead with the C key or import a CSV file${at.isWorkspace ? ", both with Premium" : ""}.`,
      ],
    },
    {
      id: "lead-clock",
      title: "The response clock",
      words: "speed target minutes answer reply late escalate alert working hours",
      link: { to: at.path(""), label: "Open Today" },
      picture: "Today: the leads that are waiting for an answer, each with its clock.",
      body: [
        "When a lead comes in, a clock starts. It stops when you log a call, email, text message, or meeting. Opening the lead doesn't stop it.",
        {
          points: [
            `After 60% of the target time, the lead's owner gets an email. If no one owns the lead, ${at.isWorkspace ? "everyone who works in the workspace" : "the whole sales team"} gets it.`,
            "When the target time is up, the same people get another email.",
            `At twice the target time, the next available ${at.isWorkspace ? "person" : "sales rep"} is asked to reply and takes over the lead if it had another owner. ${at.isWorkspace ? "The lead's owner and the owners of the account" : "The owner and the admins"} are notified.`,
          ],
        },
        `Outside your ${at.isWorkspace ? "account" : "agency"}'s working hours, the clock doesn't run.${at.isWorkspace ? " Your agency sets these hours and the target time." : ""}`,
      ],
    },
    {
      id: "crm-today",
      isPremium: true,
      title: "Work through your day",
      words: "today queue claim call email log outcome task next step overdue",
      link: { to: at.path(""), label: "Open Today" },
      body: [
        "Today lists your work in order: unanswered leads, overdue tasks, tasks due today, and leads without a next step.",
        {
          steps: [
            "Select a lead and press Enter. You claim the lead and call it. If it has no phone number but agreed to emails, you write an email instead.",
            "Log what happened: press L, then 1 for connected, 2 for no answer, 3 for left voicemail, or 4 for SMS sent. A lead without a phone number needs one first.",
            "Plan the next step with T.",
          ],
        },
        "To move or change a step, press M, or open the menu beside it. There you can also delete it. The step of a booked call moves with the call.",
        "Logged the wrong thing? Press Ctrl+Z, or ⌘Z on a Mac, to undo it.",
      ],
    },
    ...(at.isWorkspace ? [] : [LENT]),
    {
      id: "consent",
      isPremium: true,
      title: "Consent to email or text a lead",
      words: "permission agree opt in opt out unsubscribe withdraw sms",
      link: { to: at.path("/leads"), label: "Open leads" },
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
      id: "email-templates",
      isPremium: true,
      title: "Email templates",
      words: "template snippet saved reply canned text placeholder first name write email",
      link: { to: at.path("/leads"), label: "Open leads" },
      body: [
        "Choose a template above the subject of an email. It fills in the subject and the message, with the lead's name and company.",
        {
          steps: [
            "Write an email that you want to use again.",
            "Open the menu beside Template and select Save as a new template.",
            "Give it a name. Their name and company have become placeholders, such as {{first_name}}. The buttons below the message insert more, and the preview shows the text for this lead. Check the text, then save.",
          ],
        },
        "Everyone on your team can use, change, and delete your team's templates. To change or delete one, choose it, then open the same menu. Emails that you already sent stay as they are.",
      ],
    },
    {
      id: "crm-board",
      isPremium: true,
      title: "The board and the lead list",
      words: "pipeline stage kanban drag table filter view search bulk edit won lost stalled",
      link: { to: at.path("/board"), label: "Open the board" },
      picture: "The board: one column for each stage, with its leads as cards.",
      body: [
        "The board shows your pipeline by stage. Drag a card to move a lead, or press 1–8 to move it to that stage. On a touch screen, use the menu of the card. Moving a lead to Lost asks for a reason.",
        "Leads shows them in a table. Filter and sort it, edit cells, and change several leads at a time. You can save a filter as a view and share it with your team. Teammates see only the leads they have access to.",
        ...(at.isWorkspace
          ? []
          : ["When you win a lead, you can ask an admin to set up the client's account, dashboard, and retainer."]),
      ],
    },
    {
      id: "crm-keys",
      title: `Keyboard shortcuts in the ${at.isWorkspace ? "workspace" : "CRM"}`,
      words: "keys hotkeys command palette",
      link: { to: at.path(""), label: `Open the ${at.isWorkspace ? "workspace" : "CRM"}` },
      body: [
        `Press ? on any page of the ${at.isWorkspace ? "workspace" : "CRM"} to see every shortcut that works there. Shortcuts are off while you type.`,
        "Press Ctrl+K, or ⌘K on a Mac, to search leads, views, and pages, to open the leads of a stage, an owner, or a tag, and to act on the current lead.",
      ],
    },
    {
      id: "crm-undo",
      isPremium: true,
      title: "Undo a change",
      words: "revert mistake wrong restore ctrl z back",
      link: { to: at.path("/leads"), label: "Open leads" },
      body: [
        "After you change leads, a message offers Undo. Select it, or press Ctrl+Z, or ⌘Z on a Mac, to undo your last change, such as a new stage, a new owner, a logged call, or an edit of many leads.",
        "An email leaves ten seconds after you send it. Until then, you can select Undo. Its text and its next step are then a draft again, unless you started another one.",
        "What a colleague changed since then stays as it is. Imports have Undo on their own page, and merged leads can be unmerged.",
      ],
    },
  ],
});
