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
    "Five-touch follow-up, a calendar that fills and a report every Monday, for offers of $500–$2,000. $500 setup + $550/month.",
  theme: "default",
  blocks: withIds("base", [
    templateBlock("hero", {
      eyebrow: "Base, for offers of $500 to $2,000",
      heading: "Most leads do not say no. They say nothing.",
      text: "Base asks five times in six days, books who answers, and shows you on Monday what came of it.",
      button: "Show me my week",
      href: "#form",
      note: "Email support within 1 business day.",
      picture: "figures",
      caption: "Kiln Aesthetics, one week in May",
      lines: figures(["Leads", "42"], ["Answered", "38"], ["Booked a call", "19"], ["Showed up", "16"], ["Won", "6"]),
    }),
    templateBlock("features", {
      heading: "Three habits that a busy week forgets",
      text: "Base contains everything in Launch. These make the second week look like the first.",
      items: features(
        [
          "It asks again",
          "Five touches over six days: SMS, email and a call. Any reply ends the sequence and hands you the thread; who says stop is not written to again.",
        ],
        [
          "It keeps the hour",
          "Reminders by SMS and email, each with a link to move it. A freed hour is offered again.",
        ],
        [
          "It reports on Monday",
          "Leads, booked, showed, won, and what each booked call cost, by source. One page, with one decision at the end.",
        ],
      ),
    }),
    templateBlock("reviews", {
      heading: "From a full Thursday",
      items: reviews([
        "I used to answer messages at eleven at night and still lose them. Now the first text is out before I have put the tweezers down, and Thursdays are full.",
        "Rosa Lindqvist",
        "Kiln Aesthetics",
      ]),
    }),
    templateBlock("pricing", {
      heading: "What it costs",
      text: "For practices and studios whose offer is $500 to $2,000.",
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
      heading: "Asked on most first calls",
      items: questions(
        [
          "What are the five touches?",
          "An SMS at once, an email after half an hour, an SMS on day 1, a call by you on day 3 and a last SMS on day 6.",
        ],
        [
          "Will people feel chased?",
          "Five messages in six days, each with something to say, and the last one says goodbye.",
        ],
        [
          "Is Base enough for me?",
          "If one client pays you $500 to $2,000 and you have one calendar, yes. When you have enough leads to compare two versions of a page, Pro begins to earn its price.",
        ],
        [
          "How do I cancel?",
          "With a 14-day notice, by email. Partial months are not refunded. Your contacts, threads and reports stay yours.",
        ],
      ),
    }),
    templateBlock("form", {
      heading: "Make next week look like this one",
      text: "Tell us how many leads you had last week and how many you answered. We reply within 24 hours.",
      items: formFields(
        ["Mobile", "phone", "optional"],
        ["Business", "company"],
        ["Leads last week", "choice", ["Fewer than 10", "10 to 30", "30 to 60", "More than 60"]],
        ["What happened to them?", "message", "optional"],
      ),
      button: "Show me my week",
      done: "We have it. Within 24 hours you see what your week would look like.",
    }),
  ]),
};
