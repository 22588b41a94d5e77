import {
  features,
  formFields,
  messages,
  offer,
  questions,
  reviews,
  type Template,
  templateBlock,
  withIds,
} from "../template.ts";

/** Launch (spec §9): $250 setup, $350/month, offers of $200–$750, set up in 3–7 days. SAMPLE CONTENT beyond that. */
export const launchTemplate: Template = {
  id: "launch",
  name: "Launch",
  about: "For freelancers who sell between clients and answer too late",
  title: "Launch: from idle to inbound in a week",
  description:
    "Landing page, pipeline, calendar and reminders, set up in 3–7 days for offers of $200–$750. $250 setup + $350/month.",
  theme: "default",
  blocks: withIds("launch", [
    templateBlock("hero", {
      eyebrow: "Launch, for offers of $200 to $750",
      heading: "Booked while you were with a client.",
      text: "Somebody writes at 19:12. By 19:12 they have your open hours, and by 19:14 one of them is taken. You read about it when your hands are free.",
      button: "Get my go-live day",
      href: "#form",
      note: "Set up in 3–7 days. Answered within 24 hours.",
      picture: "messages",
      caption: "Casa Verbena, Tuesday evening",
      lines: messages(
        ["Hi! Do you still have a table setting workshop this month?", "19:12"],
        ["Hi Lena, yes: Thu 18:00, Sat 11:00 or Sun 15:00. Which one suits you?", "19:12, sent by itself", "ours"],
        ["Saturday!", "19:14"],
        ["Done, Sat 11:00 is yours. I will remind you on Friday.", "19:14", "ours"],
      ),
    }),
    templateBlock("features", {
      heading: "Four parts, connected before they are yours",
      text: "Each exists elsewhere. The work is in making them hand a lead to each other without you.",
      items: features(
        ["A page with one offer", "What it is, what it costs, the open hours, and one form that takes twenty seconds."],
        ["A pipeline", "Every lead from new to won, with a clock that runs until somebody has answered."],
        ["Your calendar", "Google, Outlook or Apple. A booked hour is gone for everybody at once."],
        [
          "SMS and email reminders",
          "The day before and an hour before, with a link to move the date instead of missing it.",
        ],
      ),
    }),
    templateBlock("text", {
      heading: "Live on day 4",
      body: "- Day 1: you answer nine questions and give access to calendar, number and domain. It takes an hour.\n- Days 2 and 3: we write the page, build the pipeline and connect the calendar. You approve the wording.\n- Day 4: Go-Live. Real leads, real hours, and we watch the first ones come in.\n- By day 7: settled. After the first 30 days you stay because it works: it is month-to-month.",
    }),
    templateBlock("reviews", {
      heading: "From somebody who counted the days",
      items: reviews([
        "Live on day four, as they said. The first booked call came on day five.",
        "Inés Caro",
        "Casa Verbena",
      ]),
    }),
    templateBlock("pricing", {
      heading: "One price, nothing per lead",
      items: offer({
        name: "Launch",
        price: "$350",
        unit: "a month, after $250 setup",
        text: "Month-to-month after the first 30 days",
        points: [
          "Landing page with your offer",
          "Pipeline and calendar",
          "SMS and email reminders",
          "Set up in 3–7 days",
          "Handover in 30 minutes",
        ],
        button: "Get my go-live day",
      }),
    }),
    templateBlock("faq", {
      heading: "Before you write",
      items: questions(
        [
          "How long does it really take?",
          "Usually 3 days once we have your access and your answers. Some calendars and phone numbers take longer to connect; that is why we say up to a week.",
        ],
        [
          "Am I bound to a contract?",
          "For the first 30 days. After that it is month-to-month, with a 14-day notice by email. Partial months are not refunded.",
        ],
        [
          "What do you need from me?",
          "Three accesses on day 1: the calendar, the number that texts come from, and the domain of the page. We tell you the same day which one is missing.",
        ],
        [
          "Will it sound like me?",
          "You approve every text before it goes out in your name, and take over any thread with your first answer.",
        ],
      ),
    }),
    templateBlock("form", {
      heading: "Tell us what you sell",
      text: "We answer within 24 hours with a day on which you can go live.",
      items: formFields(
        ["Mobile", "phone", "optional"],
        ["What do you sell, and for how much?", "line"],
        ["Which calendar do you keep?", "choice", ["Google", "Outlook", "Apple", "Another, or on paper"]],
      ),
      button: "Get my go-live day",
      done: "It is with us. Within 24 hours you have a day on which you can go live.",
      small: "We write to you about this and nothing else.",
    }),
  ]),
};
