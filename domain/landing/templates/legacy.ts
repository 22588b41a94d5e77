import {
  contactFields,
  features,
  formFields,
  messages,
  offers,
  questions,
  reviews,
  steps,
  type Template,
  templateBlock,
  withIds,
} from "../template.ts";
import { agencyFooter } from "./agency-footer.ts";

/** Legacy (spec §9): $50 setup, $200/month, offers of $100–$500. SAMPLE CONTENT beyond that. */
export const legacyTemplate: Template = {
  id: "legacy",
  name: "Legacy",
  about: "For one offer, one page, and an instant reply",
  title: "Legacy: one page, one form, one fast reply",
  description:
    "One landing page, one form, and an SMS to every lead the moment it comes in, for offers of $100–$500. $50 setup + $200/month.",
  theme: "warm",
  blocks: withIds("legacy", [
    templateBlock("hero", {
      eyebrow: "Legacy, for offers from $100 to $500",
      heading: "One page. One form. One fast reply.",
      text: "Your page says what you sell. The form asks three questions. Anyone who fills it out gets a text from you before they put the phone down.",
      button: "Get my page",
      note: "$50 setup, then $200 a month.",
      picture: "messages",
      caption: "lumen house, 10:47 PM. A sample.",
      lines: messages(
        ["Headshots for a speaker page, by June. Is that doable?", "10:47 PM, sent with the form"],
        [
          "Hi Noor, it’s Ana from lumen house. June works fine. Weekday morning, or Saturday?",
          "10:47 PM, sent automatically",
          "ours",
        ],
        ["Saturday would be great", "10:49 PM, your turn"],
      ),
      variant: "stage",
      background: "tint",
    }),
    templateBlock("features", {
      heading: "Everything on one page",
      text: "Nothing to log in to first, and nothing a first-time visitor doesn’t need.",
      items: features(
        [
          "The page",
          "What it is, what it costs, three pictures, and one button. We write it from your answers, and it’s fast on a slow phone.",
        ],
        ["The form", "Three questions, because a fourth costs you leads. They answer the last one in their own words."],
        ["The reply", "An SMS in your name that picks up on their answer and ends with a question. Day or night."],
      ),
      variant: "open",
    }),
    templateBlock("steps", {
      heading: "You send five things. We send back a link.",
      items: steps(
        [
          "You send",
          "Your part",
          "Your offer, its price, five photos, your location, and the number your texts come from.",
        ],
        [
          "We write",
          "Our part",
          "The page, the three questions, and the first text. You read them on your phone and change anything that doesn’t sound like you.",
        ],
        ["We test together", "Before it’s public", "We send a test lead through while you watch your phone."],
      ),
      variant: "cards",
      background: "ink",
    }),
    templateBlock("reviews", {
      heading: "From behind a camera",
      items: reviews([
        "People used to ask for the price and vanish. Now they ask for Saturday.",
        "Ana Brandt",
        "lumen house, portraits",
      ]),
      variant: "stage",
    }),
    templateBlock("pricing", {
      heading: "The smallest thing that works",
      text: "You can move up to Launch or Base with the next billing cycle and keep the page, its URL, and your leads.",
      items: offers({
        name: "Legacy",
        price: "$200",
        unit: "a month, after $50 setup",
        text: "For offers from $100 to $500",
        points: [
          "One landing page, written for you",
          "One form with three questions",
          "An instant SMS to every lead",
          "All leads in one list, on your phone",
        ],
        button: "Get my page",
        marked: true,
      }),
      background: "tint",
    }),
    templateBlock("faq", {
      heading: "Questions",
      items: questions(
        [
          "Can people book a time on the page?",
          "Not with Legacy. They message you, and you agree on a time in the thread. Online booking starts with Launch.",
        ],
        ["Can I run ads to it?", "Yes, your own. The form records which ad or post each lead came from."],
        [
          "What if I outgrow it?",
          "You move up to Launch or Base with the next billing cycle. You keep the page, its URL, and your leads, and only pay the difference in setup.",
        ],
        [
          "How do I cancel?",
          "Email us with 14 days’ notice. We don’t refund partial months. You get your list of leads as a file.",
        ],
      ),
      variant: "open",
    }),
    templateBlock("form", {
      heading: "Start with one page",
      text: "Tell us what you sell and what it costs. We’ll reply within 24 hours, even if a page isn’t what you need.",
      items: [
        ...contactFields,
        ...formFields(["Mobile", "phone", "optional"], ["What do you sell, and what does it cost?", "message"]),
      ],
      button: "Get my page",
      done: "Thank you. A real person will reply within 24 hours.",
      variant: "card",
      align: "center",
      background: "accent",
    }),
    agencyFooter({ variant: "stack" }),
  ]),
};
