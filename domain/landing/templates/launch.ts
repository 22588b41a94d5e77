import {
  contactFields,
  features,
  formFields,
  messages,
  offers,
  questions,
  reviews,
  rows,
  steps,
  type Template,
  templateBlock,
  withIds,
} from "../template.ts";
import { agencyFooter } from "./agency-footer.ts";

/** Launch (spec §9): $250 setup, $350/month, offers of $200–$750, set up in 3–7 days. SAMPLE CONTENT beyond that. */
export const launchTemplate: Template = {
  id: "launch",
  name: "Launch",
  about: "For freelancers who are too busy with clients to answer leads",
  title: "Launch: from idle to inbound in a week",
  description:
    "Landing page, pipeline, calendar, and reminders, set up in 3–7 days for offers of $200–$750. $250 setup + $350/month.",
  theme: "default",
  blocks: withIds("launch", [
    templateBlock("hero", {
      eyebrow: "Launch, for offers from $200 to $750",
      heading: "Booked while you were with a client.",
      text: "Someone messages you at 7:12 PM. Seconds later they have your open times, and by 7:14 they’ve booked one. You read about it when your hands are free.",
      button: "Get my go-live day",
      note: "Set up in 3–7 days. We reply within 24 hours.",
      picture: "messages",
      caption: "Casa Verbena, Tuesday evening. A sample.",
      lines: messages(
        ["Hi! Do you still have a table-setting workshop this month?", "7:12 PM"],
        ["Hi Lena, yes! Thu 6 PM, Sat 11 AM, or Sun 3 PM. Which works best?", "7:12 PM, sent automatically", "ours"],
        ["Saturday!", "7:14 PM"],
        ["Done, Sat 11 AM is yours. I’ll remind you on Friday.", "7:14 PM", "ours"],
      ),
    }),
    templateBlock("features", {
      heading: "Four parts, connected for you",
      text: "You can buy each one elsewhere. The hard part is getting them to pass a lead along without you.",
      items: features(
        ["A page with one offer", "What it is, what it costs, your open times, and one form that takes 20 seconds."],
        ["A pipeline", "Every lead from new to won, with a clock that runs until someone replies."],
        ["Your calendar", "Google, Outlook, or Apple. Once a time is booked, no one else can take it."],
        [
          "SMS and email reminders",
          "The day before and an hour before, with a link to reschedule instead of not showing up.",
        ],
      ),
      background: "tint",
    }),
    templateBlock("steps", {
      heading: "Live on day 4",
      text: "You give us an hour on the first day. We do the rest and show you every word.",
      items: steps(
        [
          "Answers and access",
          "Day 1",
          "You answer nine questions and give us access to your calendar, phone number, and domain.",
        ],
        [
          "Page and pipeline",
          "Days 2 and 3",
          "We write the page, build the pipeline, and connect the calendar. You approve the wording.",
        ],
        ["Go-live", "Day 4", "Real leads, real bookings, and we watch the first ones come in."],
        ["On its own", "By day 7", "After the first 30 days it’s month-to-month, so you stay because it works."],
      ),
    }),
    templateBlock("comparison", {
      heading: "The same Tuesday, twice",
      ours: "With Launch",
      theirs: "Without",
      items: rows(
        ["A message at 7:12 PM", "Gets your open times", "Waits until you’re done"],
        ["Two people want the same time", "One of them gets it", "You find out on Thursday"],
        ["The day before", "A reminder by SMS and email", "You hope"],
        ["Someone can’t come", "They pick a new time", "An empty hour"],
        ["A lead you forgot", "The clock shows it", "Stays forgotten"],
      ),
      variant: "column",
      background: "tint",
    }),
    templateBlock("reviews", {
      heading: "From a client who counted the days",
      items: reviews([
        "Live on day four, just like they said. The first booked call came on day five.",
        "Inés Caro",
        "Casa Verbena",
      ]),
      variant: "stage",
      background: "ink",
    }),
    templateBlock("pricing", {
      heading: "One price, no fee per lead",
      text: "Month-to-month after the first 30 days, with 14 days’ notice.",
      items: offers({
        name: "Launch",
        price: "$350",
        unit: "a month, after $250 setup",
        text: "For offers from $200 to $750",
        points: [
          "Landing page with your offer",
          "Pipeline and calendar",
          "SMS and email reminders",
          "Set up in 3–7 days",
          "30-minute handover",
        ],
        button: "Get my go-live day",
        marked: true,
      }),
    }),
    templateBlock("faq", {
      heading: "Questions",
      items: questions(
        [
          "How long does it really take?",
          "Usually 3 days once we have your access and your answers. Some calendars and phone numbers take longer to connect, so we say up to a week.",
        ],
        [
          "Is there a contract?",
          "For the first 30 days. After that it’s month-to-month, with 14 days’ notice by email. We don’t refund partial months.",
        ],
        [
          "What do you need from me?",
          "Access to three things on day 1: your calendar, the number your texts come from, and the domain for the page. If anything is missing, we tell you the same day.",
        ],
        [
          "Will it sound like me?",
          "You approve every text before it goes out in your name, and you take over any thread with your first reply.",
        ],
      ),
    }),
    templateBlock("form", {
      heading: "Tell us what you sell",
      text: "We’ll reply within 24 hours with your go-live date.",
      items: [
        ...contactFields,
        ...formFields(
          ["Mobile", "phone", "optional"],
          ["What do you sell, and for how much?", "line"],
          ["Which calendar do you use?", "choice", ["Google", "Outlook", "Apple", "Another one, or paper"]],
        ),
      ],
      button: "Get my go-live day",
      done: "Got it, thanks. You’ll have your go-live date within 24 hours.",
      small: "We’ll only contact you about this.",
      variant: "card",
      background: "tint",
    }),
    agencyFooter({ background: "ink" }),
  ]),
};
