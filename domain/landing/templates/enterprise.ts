import {
  contactFields,
  features,
  field,
  figures,
  formFields,
  offers,
  questions,
  rows,
  step,
  steps,
  type Template,
  templateBlock,
  withIds,
} from "../template.ts";
import { agencyFooter } from "./agency-footer.ts";

/** Enterprise (spec §9): $2,000 setup, $1,500/month, offers of $5,000+, up to three pipelines. SAMPLE CONTENT beyond. */
export const enterpriseTemplate: Template = {
  id: "enterprise",
  name: "Enterprise",
  about: "For several locations that share one brand",
  title: "Enterprise: multi-location power with elite reporting",
  description:
    "Up to three pipelines and calendars, with routing and reporting by location, for offers of $5,000+. $2,000 setup + $1,500/month.",
  theme: "ink",
  blocks: withIds("enterprise", [
    templateBlock("hero", {
      eyebrow: "Enterprise, for offers of $5,000 and up",
      heading: "Three locations. One table. One total.",
      text: "Every lead goes where it belongs, every location sees its own, and you see them all side by side before the week starts.",
      button: "Plan my first location",
      note: "Priority support within 4 business hours.",
      picture: "figures",
      caption: "Bright Harbor, May 11–17. A sample.",
      lines: figures(
        ["Harbor Street, booked", "64"],
        ["Old Town, booked", "41"],
        ["Northside, booked", "44"],
        ["All locations", "149"],
      ),
      variant: "frame",
    }),
    templateBlock("columns", {
      heading: "What changes with a second location",
      text: "Enterprise includes everything in Pro, for every location.",
      items: features(
        [
          "Rules instead of forwarding",
          "A ZIP code, a treatment, a language: one answer on the form decides where a lead goes. If nothing matches, it goes to a person instead of getting lost.",
        ],
        [
          "Up to three pipelines and calendars",
          "Each with its own hours and people. Salespeople see their location; you see them all.",
        ],
        [
          "Reporting by location",
          "One table with one total, every Monday. Click any number to see the leads behind it.",
        ],
        ["One person who knows your setup", "Priority support within 4 business hours, in your time zone."],
      ),
      variant: "panels",
      background: "tint",
    }),
    templateBlock("steps", {
      heading: "One location first. Then the rest, faster.",
      text: "You don’t pay three times for what we learn at the first one.",
      items: steps(
        ["The map", "Before we build", "Which locations, which calendars, who answers where. One page, agreed."],
        ["The rule", "In writing", "You approve the routing rule before we turn it on."],
        [
          "The first location",
          "Checked every day",
          "We set up its pipeline and calendar and watch where its leads go.",
        ],
        ["The others", "Once the first works", "They follow with what we learned, in the order you choose."],
      ),
    }),
    templateBlock("comparison", {
      heading: "What Enterprise adds to Pro",
      ours: "Enterprise",
      theirs: "Pro",
      items: rows(
        ["Pipelines", "Up to three", "One"],
        ["Calendars", "Up to three", "One"],
        ["Routing by location", "Yes", "No"],
        ["Report", "Weekly, by location", "Weekly"],
        ["A/B tests and strategy call", "Yes", "Yes"],
        ["Support", "Priority, within 4 business hours", "Email, within 1 business day"],
      ),
      variant: "column",
      background: "ink",
    }),
    templateBlock("pricing", {
      heading: "Pricing",
      text: "For a fourth location, we’ll send you a quote.",
      items: offers({
        name: "Enterprise",
        price: "$1,500",
        unit: "a month, after $2,000 setup",
        text: "For offers of $5,000 and up",
        points: [
          "Everything in Pro",
          "Up to three pipelines and three calendars",
          "Routing and reporting by location",
          "Priority support within 4 business hours",
        ],
        button: "Plan my first location",
        marked: true,
      }),
    }),
    templateBlock("faq", {
      heading: "Questions from owners",
      items: questions(
        [
          "Who sees which numbers?",
          "Each location sees its own pipeline. You see all of them in one table with one total.",
        ],
        [
          "What about a fourth location?",
          "Up to three pipelines and three calendars are included. For a fourth, we’ll send you a quote.",
        ],
        [
          "Is testing included?",
          "Yes, along with everything else in Pro: at least one A/B test a month and the monthly strategy call, for all locations.",
        ],
        [
          "How do we cancel?",
          "Email us with 14 days’ notice. We don’t refund partial months. Each location gets its contacts and history as a file.",
        ],
      ),
      variant: "cards",
      background: "tint",
    }),
    templateBlock("form", {
      heading: "Show us the map",
      text: "Which locations, which calendars, who answers where. We’ll reply within 24 hours with the order we’d do it in.",
      items: [
        step("Your locations"),
        ...formFields(
          ["Company", "company"],
          ["Locations", "choice", ["2", "3", "4 to 9", "10 or more"]],
          ["Where do leads get lost today?", "message", "optional"],
        ),
        field("A list of your locations", "file", {
          files: "documents",
          hint: "If you have one: addresses, calendars, and who answers.",
        }),
        step("Who should we reply to?"),
        ...contactFields,
        ...formFields(["Phone", "phone", "optional"]),
      ],
      button: "Plan my first location",
      done: "Thank you. Within 24 hours you’ll have the order we’d do it in.",
      variant: "card",
    }),
    agencyFooter({ variant: "columns", background: "ink" }),
  ]),
};
