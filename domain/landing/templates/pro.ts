import {
  contactFields,
  features,
  figures,
  formFields,
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

/** Pro (spec §9): $1,000 setup, $800/month, offers of $2,000–$5,000, a test and a call a month. SAMPLE CONTENT beyond. */
export const proTemplate: Template = {
  id: "pro",
  name: "Pro",
  about: "For funnels that already book and should book more",
  title: "Pro: precision tuning for serious growth",
  description:
    "An A/B test and a strategy call every month, lead scoring, and no-show recovery, for offers of $2,000–$5,000. $1,000 setup + $800/month.",
  theme: "ink",
  blocks: withIds("pro", [
    templateBlock("hero", {
      eyebrow: "Pro, for offers from $2,000 to $5,000",
      heading: "Change one thing. Measure it. Keep what wins.",
      text: "Your funnel already books. Every month, Pro finds out why it doesn’t book more: one change at a time, tested and decided by the numbers.",
      button: "Find my first test",
      note: "At least one A/B test and one strategy call every month.",
      picture: "figures",
      caption: "Test 07, headline. A sample.",
      lines: figures(
        ["A  “Train with a plan”", "4.1%"],
        ["B  “Eight weeks, three lifts”", "5.6%"],
        ["Visitors per version", "1,240"],
        ["Decided on", "May 28"],
      ),
      variant: "stage",
    }),
    templateBlock("features", {
      heading: "Three things Base doesn’t do",
      text: "Pro includes everything in Base. This is what you get on top.",
      items: features(
        [
          "It tests",
          "One change, two versions, traffic split in half: a headline, the first question, the timing of the second text. You see the sample behind the result.",
        ],
        [
          "It knows who to call first",
          "Leads are scored by their answers. High scores ring your phone; the rest get texts. Anyone who misses a call is asked to pick a new time.",
        ],
        [
          "It ends with a decision",
          "Once a month we go over the test and the reports together and write down what changes next, on one page.",
        ],
      ),
      variant: "open",
      background: "ink",
    }),
    templateBlock("steps", {
      heading: "One month with Pro",
      items: steps(
        ["Pick one change", "Strategy call", "We look at where people leave and choose what to test next."],
        ["Write two versions", "You approve both", "Yours as it is, and one that differs in one thing."],
        ["Split the traffic", "Until a date we set", "Half of your visitors see each version. The date doesn’t move."],
        ["Keep what wins", "One page", "The winner becomes the page, and you keep the record of the test."],
      ),
      variant: "rail",
      align: "center",
      background: "tint",
    }),
    templateBlock("reviews", {
      heading: "From a client who turns ads off",
      items: reviews([
        "The Monday report is one page. I know which ad paid for itself and which one to turn off.",
        "Tom Adeyemi",
        "Fieldhouse",
      ]),
      variant: "stage",
      background: "accent",
    }),
    templateBlock("comparison", {
      heading: "Base or Pro?",
      text: "If your volume is too low to get a result within a month, we’ll say so on the call and put you on Base.",
      ours: "Pro",
      theirs: "Base",
      items: rows(
        ["Replies", "Five touches, no-show recovery", "Five touches"],
        ["Report", "Weekly", "Weekly"],
        ["A/B tests", "At least one a month", "None"],
        ["Strategy call", "Monthly", "None"],
        ["Lead scoring by answer", "Yes", "No"],
      ),
      variant: "sides",
    }),
    templateBlock("pricing", {
      heading: "Pricing",
      text: "About two hours of your time a month: the strategy call, and approving the next test.",
      items: offers({
        name: "Pro",
        price: "$800",
        unit: "a month, after $1,000 setup",
        text: "For offers from $2,000 to $5,000",
        points: [
          "Everything in Base",
          "At least one A/B test every month",
          "Monthly strategy call",
          "Lead scoring by answer",
          "No-show recovery",
        ],
        button: "Find my first test",
        marked: true,
      }),
      background: "ink",
    }),
    templateBlock("faq", {
      heading: "Questions about the numbers",
      items: questions(
        [
          "How many leads do I need?",
          "Enough for a difference between two versions to mean something. If your volume is too low to get a result within a month, we’ll say so on the call and put you on Base.",
        ],
        [
          "What happens to the losing version?",
          "It goes away. The winner becomes the new version A, and you keep the record of every test.",
        ],
        [
          "How much of my time does it take?",
          "About two hours a month: the strategy call, and approving the next test.",
        ],
        ["How do I cancel?", "Email us with 14 days’ notice. We don’t refund partial months."],
      ),
      variant: "open",
    }),
    templateBlock("form", {
      heading: "Bring the page that almost works",
      text: "Within 24 hours we’ll tell you what we’d test first, or that you don’t have enough leads to test anything yet.",
      items: [
        ...contactFields,
        ...formFields(
          ["Mobile", "phone", "optional"],
          ["Your page’s URL", "line"],
          ["Visitors per month", "choice", ["Under 1,000", "1,000 to 5,000", "5,000 to 20,000", "More than 20,000"]],
        ),
      ],
      button: "Find my first test",
      done: "Thank you. Within 24 hours we’ll tell you what we’d test first.",
      variant: "column",
      background: "tint",
    }),
    agencyFooter({}),
  ]),
};
