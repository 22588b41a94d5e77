import {
  bullets,
  contactFields,
  features,
  field,
  figures,
  formFields,
  offers,
  questions,
  reviews,
  rows,
  step,
  steps,
  type Template,
  templateBlock,
  whenAnswer,
  withIds,
} from "../template.ts";
import { agencyFooter } from "./agency-footer.ts";

/** Consulting (spec §2, §9): the six cards and the four changes are the specification's; by quote. SAMPLE CONTENT beyond that. */
export const consultingTemplate: Template = {
  id: "consulting",
  name: "Consulting",
  about: "For teams that can build what gets decided",
  title: "Consulting: one operating plan, tested every week",
  description:
    "A strategic assessment, a growth plan, and a direct line while your own team puts it to work. By quote, after one call.",
  theme: "default",
  blocks: withIds("consulting", [
    templateBlock("hero", {
      eyebrow: "Consulting, by quote",
      heading: "One operating plan. Tested every week.",
      text: "You have the people and the pieces. We find what’s leaking, write the plan on one page, and work alongside your team until it runs without us.",
      button: "Start your consultation",
      note: "We reply within 24 hours.",
      picture: "figures",
      caption: "One quarter of tests. A sample.",
      lines: figures(
        ["Price range on the page", "kept"],
        ["Text before the call", "kept"],
        ["Saturday visits", "running"],
        ["Shorter form", "next"],
      ),
      background: "tint",
    }),
    templateBlock("features", {
      heading: "What you get",
      items: features(
        [
          "Strategic Assessment",
          "Where leads come from, where they stall, and what each step costs you, all from your own numbers.",
        ],
        ["Custom Growth Plan", "One page: the goal, the one number, the next twelve weeks, and what you won’t do."],
        [
          "Implementation Support",
          "We work alongside your people while they build it, and check everything before your leads see it.",
        ],
        ["Proven Frameworks", "The pages, sequences, and reports our own funnels run on, adapted to your offer."],
        ["Direct Strategic Line", "One person who knows your numbers and answers your messages between calls."],
        ["Outcomes Focus", "Every week ends with one number that moved or didn’t, and what to do about it."],
      ),
      variant: "open",
    }),
    templateBlock("comparison", {
      heading: "What changes",
      ours: "With one plan",
      theirs: "Today",
      items: rows(
        ["How you work", "One operating plan", "Scattered efforts"],
        ["What you count", "Booked calls", "Clicks"],
        ["How you decide", "Weekly tests", "Guesswork"],
        ["How fast you answer", "Speed-to-lead under 5 minutes", "Slow replies"],
      ),
      variant: "sides",
      background: "ink",
    }),
    templateBlock("reviews", {
      heading: "From a client with one page on the wall",
      items: reviews([
        "Everyone was busy. Now there’s one page on the wall, and when someone has an idea, we ask which week it gets.",
        "Petra Halloran",
        "Petra & Sons, backyard studios",
      ]),
      variant: "stage",
    }),
    templateBlock("columns", {
      heading: "You’ll know after one list",
      text: "Eight reasons for, eight against. If more of the second list sounds like you, wait.",
      items: features(
        [
          "Perfect for you",
          bullets(
            "You’re already selling and want to sell more of the same",
            "You have people who can build what gets decided",
            "You spend on ads or have an audience that knows you",
            "You can’t say today what a booked call costs you",
            "Leads wait, and everyone knows it",
            "You can give us half an hour a week, every week",
            "You want to own the system when we leave",
            "You can live with a favorite idea having to wait",
          ),
        ],
        [
          "Not right now",
          bullets(
            "You haven’t sold it to anyone yet",
            "You want it built for you. See Base, Pro, or Enterprise",
            "You need leads by Friday",
            "No one on your side has time to act on decisions",
            "You want a second opinion to win an argument",
            "Your offer changes every month",
            "You want guaranteed revenue. No honest agency offers that",
            "You want a strategy deck, not weekly numbers",
          ),
        ],
      ),
      variant: "panels",
      background: "tint",
    }),
    templateBlock("pricing", {
      heading: "A price after one call, not before",
      text: "It depends on how many offers, channels, and people the plan covers, and how involved you want us to be.",
      items: offers({
        name: "Custom pricing",
        price: "By quote",
        unit: "after one call",
        text: "Nothing starts until you approve it",
        points: [
          "One number, on one page",
          "A plan for the next twelve weeks",
          "One person who answers between calls",
          "Everything is yours to keep",
        ],
        button: "Get your custom quote",
        marked: true,
      }),
    }),
    templateBlock("steps", {
      heading: "How it begins",
      items: steps(
        ["You hear from a person", "24 hours", "Yes, no, or not yet."],
        ["One call", "", "We look at your offer, your ads, and your calendar together."],
        ["One page", "", "You get the plan we’d write, its price, and its start date."],
      ),
      background: "tint",
    }),
    templateBlock("faq", {
      heading: "Questions",
      items: questions(
        [
          "Do you also build what you recommend?",
          "We help your team build it. If you’d rather have it built for you, a funnel from Legacy to Enterprise gets you there faster.",
        ],
        [
          "How much of my time does it take?",
          "Plan on half an hour a week with us, plus the decisions that come out of it. If no one has that half hour, it’s too early for consulting.",
        ],
        [
          "Do I need to run ads?",
          "No, but strangers need some way to hear about you. If ads are the missing piece, the plan says so, with a budget and a stop date.",
        ],
        [
          "How do I end it?",
          "Email us with 14 days’ notice. We don’t refund partial months. The plan, the frameworks, and every note are yours to keep.",
        ],
      ),
    }),
    templateBlock("form", {
      heading: "Check if we’re a fit",
      text: "A person reads it and replies within 24 hours: yes, no, or not yet.",
      items: [
        step("Your business"),
        ...formFields(
          ["Company", "company"],
          ["What do you sell, and for how much?", "line"],
          ["Do you run ads?", "choice", ["Yes", "No"]],
        ),
        field("Ad spend per month", "choice", {
          options: "Less than $5,000\n$5,000 - $15,000\n$15,000 - $50,000\n$50,000+",
          ...whenAnswer("Do you run ads?", "Yes"),
        }),
        field("What should be different in three months?", "message"),
        step("Who should we reply to?"),
        ...contactFields,
        ...formFields(["Phone", "phone", "optional"]),
      ],
      button: "Check if we’re a fit",
      done: "Thank you. You’ll hear from a person within 24 hours.",
      variant: "card",
      background: "ink",
    }),
    agencyFooter({ variant: "columns", background: "ink" }),
  ]),
};
