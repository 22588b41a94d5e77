import {
  features,
  formFields,
  messages,
  offer,
  questions,
  reviews,
  type Template,
  templateBlock,
  withIds,
} from "../template.ts";

/** Legacy (spec §9): $50 setup, $200/month, offers of $100–$500. SAMPLE CONTENT beyond that. */
export const legacyTemplate: Template = {
  id: "legacy",
  name: "Legacy",
  about: "For one offer, one page and a reply that goes out at once",
  title: "Legacy: one page, one form, one fast reply",
  description:
    "One landing page, one form and an SMS that answers each lead as soon as it is sent, for offers of $100–$500. $50 setup + $200/month.",
  theme: "warm",
  blocks: withIds("legacy", [
    templateBlock("hero", {
      eyebrow: "Legacy, for offers of $100 to $500",
      heading: "One page. One form. One fast reply.",
      text: "Your page says what you sell. The form asks three things. Whoever sends it has a text from you before they put the phone down.",
      button: "Ask for my page",
      href: "#form",
      note: "$50 setup, then $200 a month.",
      picture: "messages",
      caption: "lumen house, 22:47",
      lines: messages(
        ["Speaker page, by June. Is that possible?", "22:47, sent with the form"],
        [
          "Hi Noor, Ana from lumen house. By June is easy. Weekday morning, or Saturday?",
          "22:47, sent by itself",
          "ours",
        ],
        ["Saturday would be great", "22:49, your turn"],
      ),
    }),
    templateBlock("features", {
      heading: "All of it, on one page",
      text: "Nothing to log in to before it works, and nothing on it that a stranger does not need.",
      items: features(
        [
          "The page",
          "What it is, what it costs, three pictures and one button. Written by us from your answers, quick on a slow phone.",
        ],
        ["The form", "Three questions, because the fourth costs you leads. The last one is in their own words."],
        ["The reply", "An SMS in your name that takes up the answer and ends in a question. Day or night."],
      ),
    }),
    templateBlock("text", {
      heading: "You send five things. We send back a link.",
      body: "Your offer, its price, five photos, the place, and the number that texts come from. We write the page, the three questions and the first text; you read them on your phone and change what is not how you speak. Then we send a lead through it while you watch.",
    }),
    templateBlock("reviews", {
      heading: "From behind a camera",
      items: reviews([
        "People used to ask for the price and vanish. Now they ask for Saturday.",
        "Ana Brandt",
        "lumen house, portraits",
      ]),
    }),
    templateBlock("pricing", {
      heading: "The smallest thing that works",
      items: offer({
        name: "Legacy",
        price: "$200",
        unit: "a month, after $50 setup",
        text: "For what you sell at $100 to $500",
        points: [
          "One landing page, written for you",
          "One form with three questions",
          "An SMS to every lead at once",
          "All leads in one list, on your phone",
        ],
        button: "Ask for my page",
      }),
    }),
    templateBlock("faq", {
      heading: "Before you ask",
      items: questions(
        [
          "Can people book a time on the page?",
          "Not on Legacy: they write, and you agree on a time in the thread. A calendar that books by itself begins with Launch.",
        ],
        ["Can I send ads to it?", "Yes, your own. The form notes which ad or post each lead came from."],
        [
          "What if I outgrow it?",
          "You move up to Launch or Base from the next billing cycle. The page, its address and the leads stay, and you pay the difference in setup.",
        ],
        [
          "How do I stop?",
          "With a 14-day notice, by email. Partial months are not refunded. The list of your leads comes with you as a file.",
        ],
      ),
    }),
    templateBlock("form", {
      heading: "Start with one page",
      text: "Tell us what you sell and what it costs. We answer within 24 hours, also when a page is not what you are missing.",
      items: formFields(["Mobile", "phone", "optional"], ["What do you sell, and what does it cost?", "message"]),
      button: "Ask for my page",
      done: "Thank you. A person reads it and answers within 24 hours.",
    }),
  ]),
};
