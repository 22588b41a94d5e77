import {
  bullets,
  contactFields,
  features,
  figures,
  formFields,
  offers,
  questions,
  reviews,
  type Template,
  templateBlock,
  withIds,
} from "../template.ts";
import { agencyFooter } from "./agency-footer.ts";

/** Advertisements (spec §9): 15% of ad spend, from $3,000 a month; average ROAS 340%. SAMPLE CONTENT beyond that. */
export const advertisementsTemplate: Template = {
  id: "advertisements",
  name: "Advertisements",
  about: "For ad budgets from $3,000 a month",
  title: "Ads judged by what they book",
  description:
    "Ad management for budgets of at least $3,000 a month: 15% of ad spend, every dollar tracked from the click to the booked call.",
  theme: "warm",
  blocks: withIds("ads", [
    templateBlock("hero", {
      eyebrow: "Ad management, from $3,000 a month",
      heading: "Know which ad booked the call.",
      text: "Clicks are easy to buy. We track each one to the form, the call, and the invoice, and move your budget to whatever brings in clients.",
      button: "Check my ads",
      note: "15% of ad spend, for budgets of at least $3,000 a month.",
      picture: "figures",
      caption: "One month of spend. A sample.",
      lines: figures(
        ["Spent", "$4,200"],
        ["Leads", "168"],
        ["Cost per lead", "$25"],
        ["Booked calls", "61"],
        ["Cost per booked call", "$69"],
      ),
      background: "ink",
    }),
    templateBlock("features", {
      heading: "What we do with your budget",
      text: "Drive urgency. Generate traffic. And convert.",
      items: features(
        [
          "We write for one person",
          "One ad for each reason to buy, and a page that picks up where it leaves off. No ad leads to a home page.",
        ],
        [
          "We count bookings",
          "Source and campaign stay with each lead to the end, so a cheap click that never books shows up as expensive.",
        ],
        [
          "We move budget every week",
          "Ads that book get more; ads that don’t get turned off. One page tells you what we moved and why.",
        ],
      ),
      variant: "list",
    }),
    templateBlock("text", {
      heading: "340% average return on ad spend",
      body: "That’s the average across the accounts we manage, not a promise for yours.\n\nOn the first call we look at what you spend now and tell you whether managing it would be worth the 15%.",
      variant: "panel",
      background: "tint",
    }),
    templateBlock("columns", {
      heading: "Is it for you?",
      items: features(
        [
          "Yes, if",
          bullets(
            "You spend at least $3,000 a month, or plan to",
            "You sell something that starts with a call or a visit",
            "Someone can answer the leads",
          ),
        ],
        [
          "Not now, if",
          bullets(
            "Your budget is smaller. A funnel without ads costs less",
            "Your offer still changes every week",
            "You want a promised return. No honest agency offers that",
          ),
          "cross",
        ],
      ),
      variant: "lines",
    }),
    templateBlock("reviews", {
      heading: "From a client who used to guess",
      items: reviews(["I know which ad paid for itself and which one to turn off.", "Tom Adeyemi", "Fieldhouse"]),
      variant: "stage",
      background: "tint",
    }),
    templateBlock("pricing", {
      heading: "A percentage, so we watch your spend like you do",
      items: offers({
        name: "Ad management",
        price: "15%",
        unit: "of ad spend",
        text: "For budgets of at least $3,000 a month",
        points: [
          "Ads, audiences, and pages that work together",
          "Source and campaign for every lead",
          "A weekly page: what we moved and why",
          "You keep your accounts and data",
        ],
        button: "Check my ads",
        marked: true,
      }),
    }),
    templateBlock("faq", {
      heading: "Before you send us your budget",
      items: questions(
        [
          "Why at least $3,000 a month?",
          "Below that, a month brings in too few leads to tell a good ad from a lucky one, and our fee would cost more than it saves.",
        ],
        [
          "Do I need one of your funnels?",
          "No, but you need something that answers leads. If nothing does, more leads just means more lost leads.",
        ],
        ["Whose accounts are they?", "Yours. You give us access, and you can revoke it anytime."],
        ["How soon do you reply?", "Within 24 hours, with what we’d look at first."],
      ),
      background: "tint",
    }),
    templateBlock("form", {
      heading: "Let us take a look",
      text: "Tell us what you spend and where. We’ll reply within 24 hours with what we’d look at first.",
      items: [
        ...contactFields,
        ...formFields(
          ["Mobile", "phone", "optional"],
          ["Business", "company", "optional"],
          ["Ad spend per month", "choice", ["Less than $5,000", "$5,000 - $15,000", "$15,000 - $50,000", "$50,000+"]],
          ["Where do you advertise?", "line"],
        ),
      ],
      button: "Check my ads",
      done: "Thank you. Within 24 hours we’ll tell you what we’d look at first.",
      variant: "column",
    }),
    agencyFooter({ background: "ink" }),
  ]),
};
