import {
  contactFields,
  features,
  figures,
  formFields,
  names,
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

/** Base (spec §9): $500 setup, $550/month, offers of $500–$2,000, most popular. SAMPLE CONTENT beyond that. */
export const baseTemplate: Template = {
  id: "base",
  name: "Base",
  about: "For studios and practices whose leads go quiet",
  title: "Base: a solid foundation for predictable bookings",
  description:
    "Five-touch follow-up, a full calendar, and a report every Monday, for offers of $500–$2,000. $500 setup + $550/month.",
  theme: "default",
  blocks: withIds("base", [
    templateBlock("hero", {
      eyebrow: "Base, for offers from $500 to $2,000",
      heading: "Most leads don’t say no. They say nothing.",
      text: "Base follows up five times in six days, books whoever replies, and shows you the results on Monday.",
      button: "Show me my week",
      note: "Email support within 1 business day.",
      picture: "figures",
      caption: "Kiln Aesthetics, one week in May. A sample.",
      lines: figures(["Leads", "42"], ["Answered", "38"], ["Booked a call", "19"], ["Showed up", "16"], ["Won", "6"]),
      variant: "frame",
    }),
    templateBlock("logos", {
      heading: "Clients who follow up with Base. Sample names.",
      items: names("Kiln Aesthetics", "Vale Pilates", "northline.pt", "Marrow Co", "Otter & Lane"),
    }),
    templateBlock("features", {
      heading: "Three habits a busy week kills",
      text: "Base includes everything in Launch. These keep week two as good as week one.",
      items: features(
        [
          "It follows up",
          "Five touches over six days: SMS, email, and a call. Any reply ends the sequence and hands you the thread. Anyone who replies STOP never hears from us again.",
        ],
        [
          "It protects your calendar",
          "SMS and email reminders, each with a link to reschedule. Canceled slots open up again.",
        ],
        [
          "It reports on Monday",
          "Leads, bookings, shows, wins, and the cost per booked call, by source. One page, ending in one decision.",
        ],
      ),
      variant: "list",
    }),
    templateBlock("steps", {
      heading: "Five touches in six days",
      text: "Each one has something to say, and the last one says goodbye. Any reply ends the sequence.",
      items: steps(
        ["SMS", "Right away", "Thanks them, picks up on their answer, and offers times."],
        ["Email", "Half an hour later", "What you do, what it costs, and the same times."],
        ["SMS", "Day 1", "One short question that’s easy to answer."],
        ["A call from you", "Day 3", "Your phone shows what they wrote before you dial."],
        ["SMS", "Day 6", "Says goodbye and leaves the door open."],
      ),
      background: "ink",
    }),
    templateBlock("comparison", {
      heading: "What Base adds to Launch",
      ours: "Base",
      theirs: "Launch",
      items: rows(
        ["Replies", "Five touches", "First SMS, reminders"],
        ["Landing page and form", "Yes", "Yes"],
        ["Pipeline and calendar", "Yes", "Yes"],
        ["Report every Monday", "Yes", "No"],
        ["Support", "Email, within 1 business day", "Email"],
      ),
    }),
    templateBlock("reviews", {
      heading: "From a client with full Thursdays",
      items: reviews([
        "I used to answer messages at eleven at night and still lose people. Now the first text is out before I’ve put down the tweezers, and my Thursdays are full.",
        "Rosa Marchetti",
        "Kiln Aesthetics",
      ]),
      variant: "stage",
      background: "tint",
    }),
    templateBlock("pricing", {
      heading: "Pricing",
      text: "For practices and studios with offers from $500 to $2,000.",
      items: offers({
        name: "Base",
        price: "$550",
        unit: "a month, after $500 setup",
        text: "Our most popular funnel",
        points: [
          "Everything in Launch",
          "Five-touch follow-up",
          "Report every Monday",
          "Email support within 1 business day",
        ],
        button: "Show me my week",
        marked: true,
      }),
    }),
    templateBlock("faq", {
      heading: "What people ask on the first call",
      items: questions(
        [
          "Will people feel hounded?",
          "It’s five touches in six days. Each one has something to say, and the last one says goodbye.",
        ],
        [
          "Is Base enough for me?",
          "If one client pays you $500 to $2,000 and you have one calendar, yes. Once you have enough leads to compare two versions of a page, Pro starts to pay for itself.",
        ],
        [
          "Who writes the messages?",
          "We do, from your answers. You approve every text before it goes out in your name, and you take over any thread with your first reply.",
        ],
        [
          "How do I cancel?",
          "Email us with 14 days’ notice. We don’t refund partial months. You keep your contacts, threads, and reports.",
        ],
      ),
      variant: "cards",
      background: "tint",
    }),
    templateBlock("form", {
      heading: "Fill next week, too",
      text: "Tell us how many leads you had last week and how many you answered. We’ll reply within 24 hours.",
      items: [
        ...contactFields,
        ...formFields(
          ["Mobile", "phone", "optional"],
          ["Business", "company"],
          ["Leads last week", "choice", ["Fewer than 10", "10 to 30", "30 to 60", "More than 60"]],
          ["What happened to them?", "message", "optional"],
        ),
      ],
      button: "Show me my week",
      done: "Got it, thanks. Within 24 hours, we’ll show you what your week could look like.",
      variant: "card",
    }),
    agencyFooter({ variant: "columns", background: "ink" }),
  ]),
};
