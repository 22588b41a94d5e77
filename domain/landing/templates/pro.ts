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

/** Pro (spec §9): $1,000 setup, $800/month, offers of $2,000–$5,000, a test and a call a month. SAMPLE CONTENT beyond. */
export const proTemplate: Template = {
  id: "pro",
  name: "Pro",
  about: "For funnels that already book, and should book more",
  title: "Pro: precision tuning for serious growth",
  description:
    "An A/B test and a strategy call every month, lead scoring and no-show recovery, for offers of $2,000–$5,000. $1,000 setup + $800/month.",
  theme: "ink",
  blocks: withIds("pro", [
    templateBlock("hero", {
      eyebrow: "Pro, for offers of $2,000 to $5,000",
      heading: "Change one thing. Measure it. Keep what wins.",
      text: "Your funnel already books. Pro finds out why it does not book more: one tested change at a time, decided on numbers, every month.",
      button: "Name my first test",
      href: "#form",
      note: "At least one A/B test and one strategy call every month.",
      picture: "figures",
      caption: "Test 07, headline. A sample.",
      lines: figures(
        ["A  “Train with a plan”", "4.1%"],
        ["B  “Eight weeks, three lifts”", "5.6%"],
        ["Visitors in each", "1,240"],
        ["Decided on", "28 May"],
      ),
    }),
    templateBlock("features", {
      heading: "Three things Base does not do",
      text: "Pro contains everything in Base. These are what you pay the difference for.",
      items: features(
        [
          "It tests",
          "One change, two versions, traffic split in half: a headline, the first question, the hour of the second text. It ends on a date we set beforehand, and you see the sample behind the result.",
        ],
        [
          "It knows who to call first",
          "Leads are scored by their answers. High scores ring your phone; the rest get texts. Who missed a call is asked for a new time.",
        ],
        [
          "It ends in a decision",
          "Once a month we read the test and the reports together and write down, on one page, what changes next.",
        ],
      ),
    }),
    templateBlock("reviews", {
      heading: "From the one who switches ads off",
      items: reviews([
        "The Monday report is one page. I know which ad paid for itself and which one I switch off.",
        "Tom Adeyemi",
        "Fieldhouse",
      ]),
    }),
    templateBlock("pricing", {
      heading: "What it costs",
      items: offer({
        name: "Pro",
        price: "$800",
        unit: "a month, after $1,000 setup",
        text: "For offers of $2,000 to $5,000",
        points: [
          "Everything in Base",
          "At least one A/B test every month",
          "Monthly strategy call",
          "Lead scoring by answer",
          "No-show recovery",
        ],
        button: "Name my first test",
      }),
    }),
    templateBlock("faq", {
      heading: "What people ask who read numbers",
      items: questions(
        [
          "How many leads do I need?",
          "Enough that two versions can differ for a reason. If your volume is too low to read a result within a month, we say so on the call and put you on Base.",
        ],
        [
          "What happens to what loses?",
          "It goes. What wins becomes the new version A, and the record of every test stays yours.",
        ],
        [
          "How much of my time does it take?",
          "About two hours a month: the strategy call, and approving what is tested next.",
        ],
        ["How do I cancel?", "With a 14-day notice, by email. Partial months are not refunded."],
      ),
    }),
    templateBlock("form", {
      heading: "Bring the page that nearly works",
      text: "We tell you within 24 hours what we would test first, or that you have too few leads to test anything yet.",
      items: formFields(
        ["Mobile", "phone", "optional"],
        ["Address of your page", "line"],
        ["Visitors a month", "choice", ["Under 1,000", "1,000 to 5,000", "5,000 to 20,000", "More than 20,000"]],
      ),
      button: "Name my first test",
      done: "Thank you. Within 24 hours you know what we would test first.",
    }),
  ]),
};
