import type { ArticleGroup, Workplace } from "./article.ts";

/** Booked calls and the pages that book them. */
export const callGroup = (at: Workplace): ArticleGroup => ({
  title: "Calls",
  articles: [
    {
      id: "book-a-call",
      isPremium: true,
      title: "Book a call for a lead",
      words: "booking appointment schedule meeting calendar free times slot",
      link: { to: at.path("/calls"), label: "Open Calls" },
      body: [
        {
          steps: [
            "On the lead's page or on Today, press B, or choose Book a call in the lead's menu. In Calls, select a free time of the week, and find the lead.",
            "Choose the meeting type. If colleagues take these calls, too, choose the host: yourself, a colleague, or anyone who's free.",
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
      isPremium: true,
      title: "Move, hand over or cancel a call, and note a no-show",
      words: "booking calls week calendar held reschedule outcome drag missed outcomes reassign colleague host",
      link: { to: at.path("/calls"), label: "Open Calls" },
      picture: "Calls: a week with the booked calls on their days.",
      body: [
        `Calls shows your booked calls by week. ${at.isWorkspace ? "You" : "Admins"} can show everyone's. Select a call to see the lead, its answers and the place. Gray times aren't free: the host is off shift, away or busy, it's a holiday, or no meeting type takes place then.`,
        {
          points: [
            "Move: drag the call to another time, press M, or select Move. You can choose a free time or any other time. The lead and the hosts get an email.",
            "Hand over: press A, or select Hand over. A colleague takes over the call, and its time stays the same. You see who is free then. The lead and the hosts get an email.",
            "Cancel call: the lead and the hosts get an email, and the time is free again.",
            "Once a call has started, it asks for its outcome: Held (H), No-show (S), or Reschedule (R). After No-show or Reschedule, the lead gets an email with a link to choose a new time, unless they already have another call ahead. It's sent after 10 seconds, so you have time to select Undo.",
          ],
        },
        "You can undo an outcome, and correct it later with Change outcome. Move, Hand over and Cancel call are also on the lead's page and on Today.",
      ],
    },
    {
      id: "own-calendars",
      title: "Connect your calendar",
      words: "calendars ics ical feed subscribe sync google outlook apple busy block address",
      link: { to: "/settings?section=calendars", label: "Open calendars" },
      body: [
        "Settings, Calendars has two parts. They work with any calendar app, such as Google Calendar, Outlook or Apple Calendar.",
        {
          points: [
            "Your calls in your calendar app: create a secret address, and subscribe to it in your app. Copy it right away, because it isn't shown again. Anyone with the address can see your calls, so you can replace or revoke it at any time.",
            "Calendars that block your time: add the secret address in iCal format of another calendar. Visitors can't book a call with you while it says that you're busy. Only busy times are stored.",
          ],
        },
        "If a calendar can't be read, its row says why.",
      ],
    },
    {
      id: "meeting-types",
      isPremium: true,
      title: "Meeting types and bookable hours",
      words: "booking page link hosts buffer notice reminders questions round robin calendar visitors",
      link: { to: at.path("/calls/types"), label: "Open Meeting types" },
      body: [
        `Each meeting type has its own page where visitors pick a time. Copy its link and share it. Only owners${at.isWorkspace ? "" : " and admins"} can add or edit a type.`,
        {
          points: [
            "Length, buffers and minimum notice decide which times fit. The daily limit applies to each host.",
            "Bookable hours are the days and times when a call can be booked. A new type begins with Monday to Friday, 9 AM to 5 PM. The option “Any time a host works” sets no other limit.",
            "Hosts: one person, round robin by weight, or all of them together. If all hosts have left, the list warns you, and visitors read how to reach you instead.",
            "Reminders go to the visitor before the call.",
          ],
        },
        "Visitors see only times when a host is on shift, isn't away, and has no other call. Connect your calendar in your settings to block your busy times, too.",
      ],
    },
  ],
});

/** Who works when, and who gets which lead. */
export const shiftGroup = (at: Workplace): ArticleGroup => ({
  title: "Shifts and routing",
  articles: [
    {
      id: "shifts-away",
      title: "Shifts and being away",
      words: "absence vacation sick holiday hours on shift off shift schedule time off",
      link: { to: at.path("/shifts"), label: "Open Shifts & routing" },
      body: [
        "New leads and escalations go only to people who are on shift. Without hours of your own, you have the account's hours.",
        {
          steps: [
            "Select Edit hours next to your name, set the time zone and the shifts of each day, and save.",
            "When you can't work, select Away: for today, or from one day to another, such as for a vacation.",
            "Back early? Select the X next to the absence.",
          ],
        },
        `While you're away or off shift, you get no new leads, and visitors can't book a call with you. Calls that are already booked stay. The card This week shows when each person works, and which working hours no one covers. Owners${at.isWorkspace ? "" : " and admins"} can edit the hours and absences of their team.`,
      ],
    },
    {
      id: "routing",
      title: "Routing rules and the trial",
      words: "rule pool assign distribute round robin share weight capacity waiting simulate who gets leads",
      link: { to: at.path("/shifts"), label: "Open Shifts & routing" },
      body: [
        `Rules decide who gets a new lead. Owners${at.isWorkspace ? "" : " and admins"} edit them under the shifts. The first matching rule wins. It sends the lead to a person or to a pool, whose people take turns by their share of new leads. Someone who has reached their limit of waiting leads gets no more.`,
        "If no rule matches, or no one is free, the lead stays unowned and everyone is notified. If no one responds, a lead can be reassigned once to the next person of the pool.",
        "Before you save, select Test with leads from forms. The trial shows where the last leads would have gone, with the matching rule. It changes nothing.",
      ],
    },
  ],
});
