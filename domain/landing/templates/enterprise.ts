import { features, figures, formFields, offer, questions, type Template, templateBlock, withIds } from "../template.ts";

/** Enterprise (spec §9): $2,000 setup, $1,500/month, offers of $5,000+, up to three pipelines. SAMPLE CONTENT beyond. */
export const enterpriseTemplate: Template = {
  id: "enterprise",
  name: "Enterprise",
  about: "For several locations that share one brand",
  title: "Enterprise: multi-location power with elite reporting",
  description:
    "Up to three pipelines and calendars, routing and reporting by location, for offers of $5,000+. $2,000 setup + $1,500/month.",
  theme: "ink",
  blocks: withIds("enterprise", [
    templateBlock("hero", {
      eyebrow: "Enterprise, for offers of $5,000 and more",
      heading: "Three locations. One table. One total.",
      text: "Every lead arrives where it belongs, every location sees its own, and you see all of them side by side before the week begins.",
      button: "Plan the first location",
      href: "#form",
      note: "Priority support within 4 business hours.",
      picture: "figures",
      caption: "Bright Harbor, 11–17 May. A sample.",
      lines: figures(
        ["Harbor Street, booked", "64"],
        ["Old Town, booked", "41"],
        ["Northside, booked", "44"],
        ["All locations", "149"],
      ),
    }),
    templateBlock("features", {
      heading: "What changes with the second address",
      text: "Enterprise contains everything in Pro, for all locations.",
      items: features(
        [
          "A rule instead of a forward",
          "A postcode, a treatment, a language: one answer on the form decides where a lead goes. What fits none goes to a person instead of nowhere.",
        ],
        [
          "Up to three pipelines and calendars",
          "Each with its own hours and people. A salesperson sees their location; you see every one.",
        ],
        ["Reporting by location", "One table with one total, every Monday. Each figure opens the leads behind it."],
        ["One person who knows your set-up", "Priority support within 4 business hours, in your time zone."],
      ),
    }),
    templateBlock("text", {
      heading: "One location first. Then the others, faster.",
      body: "What is learned at the first is not paid for three times. Its pipeline and calendar stand first and are watched daily; the others follow when its leads arrive where they should. You agree to the routing rule in writing before it is switched on.",
    }),
    templateBlock("pricing", {
      heading: "What it costs",
      items: offer({
        name: "Enterprise",
        price: "$1,500",
        unit: "a month, after $2,000 setup",
        text: "For offers of $5,000 and more",
        points: [
          "Everything in Pro",
          "Up to three pipelines and three calendars",
          "Routing and reporting by location",
          "Priority support within 4 business hours",
        ],
        button: "Plan the first location",
      }),
    }),
    templateBlock("faq", {
      heading: "Asked by those who run it",
      items: questions(
        [
          "Who sees which numbers?",
          "Each location sees its own pipeline. You see all of them, in one table with one total.",
        ],
        [
          "What about a fourth location?",
          "Up to three pipelines and three calendars are included. For a fourth we make you a quote.",
        ],
        [
          "Is testing included?",
          "Yes, everything in Pro is: at least one A/B test a month and the monthly strategy call, for all locations.",
        ],
        [
          "How do we leave?",
          "With a 14-day notice, by email. Partial months are not refunded. Each location receives its contacts and its history as a file.",
        ],
      ),
    }),
    templateBlock("form", {
      heading: "Show us the map",
      text: "Which locations, which calendars, who answers where. We reply within 24 hours with the order in which we would do it.",
      items: formFields(
        ["Company", "company"],
        ["Phone", "phone", "optional"],
        ["Locations", "choice", ["2", "3", "4 to 9", "10 or more"]],
        ["Where do leads get lost today?", "message", "optional"],
      ),
      button: "Plan the first location",
      done: "Thank you. Within 24 hours you have the order in which we would do it.",
    }),
  ]),
};
