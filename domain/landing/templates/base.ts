import {
  features,
  figures,
  formFields,
  offer,
  questions,
  reviews,
  type Template,
  templateBlock,
  withIds,
} from "../template.ts";

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
      heading: "Most leads don't say no. They say nothing.",
      text: "Base follows up five times in six days, books whoever replies, and shows you the results on Monday.",
      button: "Show me my week",
      href: "#form",
      note: "Email support within 1 business day.",
      picture: "figures",
      caption: "Kiln Aesthetics, one week in May",
      lines: figures(["Leads", "42"], ["Answered", "38"], ["Booked a call", "19"], ["Showed up", "16"], ["Won", "6"]),
    }),
    templateBlock("features", {
      heading: "Three habits a busy week kills",
      text: "Base includes everything in Launch. These keep week two as good as week one.",
      items: features(
        [
          "It follows up",
          "Five touches over six days: SMS, email and a call. Any reply ends the sequence and hands you the thread. Anyone who replies STOP never hears from us again.",
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
    }),
    templateBlock("reviews", {
      heading: "From a client with full Thursdays",
      items: reviews([
        "I used to answer messages at eleven at night and still lose them. Now the first text is out before I have put the tweezers down, and Thursdays are full.",
        "Rosa Lindqvist",
        "Kiln Aesthetics",
      ]),
    }),
    templateBlock("pricing", {
      heading: "Pricing",
      text: "For practices and studios with offers from $500 to $2,000.",
      items: offer({
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
      }),
    }),
    templateBlock("faq", {
      heading: "What people ask on the first call",
      items: questions(
        [
          "What are the five touches?",
          "An SMS right away, an email half an hour later, an SMS on day 1, a call from you on day 3, and one last SMS on day 6.",
        ],
        [
          "Will people feel hounded?",
          "It's five touches in six days. Each one has something to say, and the last one says goodbye.",
        ],
        [
          "Is Base enough for me?",
          "If one client pays you $500 to $2,000 and you have one calendar, yes. Once you have enough leads to compare two versions of a page, Pro starts to pay for itself.",
        ],
        [
          "How do I cancel?",
          "Email us with 14 days' notice. We don't refund partial months. You keep your contacts, threads, and reports.",
        ],
      ),
    }),
    templateBlock("form", {
      heading: "Fill next week, too",
      text: "Tell us how many leads you had last week and how many you answered. We'll reply within 24 hours.",
      items: formFields(
        ["Mobile", "phone", "optional"],
        ["Business", "company"],
        ["Leads last week", "choice", ["Fewer than 10", "10 to 30", "30 to 60", "More than 60"]],
        ["What happened to them?", "message", "optional"],
      ),
      button: "Show me my week",
      done: "Got it, thanks. Within 24 hours, we'll show you what your week could look like.",
    }),
  ]),
};
