import { blocksToHtml } from "../domain/landing/blocks.ts";
import {
  bullets,
  contactFields,
  features,
  field,
  formFields,
  hours,
  links,
  offers,
  questions,
  steps,
  templateBlock,
  withIds,
} from "../domain/landing/template.ts";

const NORTHSIDE = "Northside Dental";
const visitUs = templateBlock("map", {
  heading: "Visit us",
  name: NORTHSIDE,
  address: "18 Example Avenue, Seattle",
  items: hours(["Monday to Friday", "8 AM – 6 PM"], ["Saturday and Sunday", "Closed"]),
  button: "Open in maps",
});
const northsideFooter = templateBlock("footer", {
  name: NORTHSIDE,
  text: "18 Example Avenue, Seattle",
  contact: "(206) 555-0163",
  items: links(["Call us", "tel:+12065550163"]),
  legal: "Northside Dental PLLC",
  background: "ink",
});

/** The demo's landing pages that are made of blocks, by slug. `npm run demo-pages` writes them to seed.sql. */
const demoPages = {
  "northside-dental-aligners": [
    templateBlock("hero", {
      eyebrow: "Open consultations this month",
      heading: "Straighter teeth, without anyone noticing",
      text: "See your new smile before you pay for it. We scan your teeth, show you the result on screen, and give you a written price. No pressure, no fee.",
      button: "Request a time",
      href: "#form",
      note: "Or call (206) 555-0163.",
      picture: "none",
      variant: "stage",
    }),
    templateBlock("pricing", {
      heading: "What it costs",
      items: offers(
        {
          name: "Consultation",
          price: "Free",
          unit: "30 minutes",
          text: "You decide afterward",
          points: ["Digital scan", "Your new smile on screen", "A written price"],
          button: "Request a time",
          marked: true,
        },
        {
          name: "Aligners",
          price: "$89",
          unit: "a month",
          text: "Over 24 months, interest-free",
          points: ["All aligners of your plan", "A check every eight weeks", "Retainers at the end"],
          button: "Ask for your price",
        },
      ),
      variant: "joined",
    }),
    templateBlock("steps", {
      heading: "Three visits to start",
      items: steps(
        ["Scan", "5 minutes", "A small camera maps your teeth. You see the plan the same day."],
        ["Fit", "Within three weeks", "Your first aligners arrive. We make sure they fit well and feel right."],
        ["Follow up", "Every eight weeks", "You change them at home. We check in, in person or by video."],
      ),
      background: "tint",
    }),
    templateBlock("faq", {
      heading: "Good to know",
      items: questions(
        ["Does it hurt?", "Most people feel pressure for a day or two after each change, and then nothing."],
        ["How long does it take?", "Six to eighteen months, depending on your teeth. Your plan tells you exactly."],
        [
          "Can I pay monthly?",
          "Yes, over 12 or 24 months, interest-free. Many insurance plans cover part of the cost.",
        ],
      ),
    }),
    visitUs,
    templateBlock("form", {
      heading: "Request a time",
      text: "We’ll call you within one business day.",
      items: [
        ...contactFields,
        ...formFields(["Phone", "phone", "optional"]),
        field("What time works best?", "choice", { options: "Morning\nAfternoon\nEvening" }),
      ],
      button: "Request a time",
      done: "Thank you. We'll call you within one business day.",
      variant: "card",
      background: "tint",
    }),
    northsideFooter,
  ],
  "northside-dental-winter-whitening": [
    templateBlock("hero", {
      eyebrow: NORTHSIDE,
      heading: "A brighter winter",
      text: "One hour, several shades. Professional whitening in one visit, after a short checkup.",
      button: "Ask for a time",
      href: "#form",
      picture: "none",
      variant: "open",
    }),
    templateBlock("text", {
      heading: "Before you come",
      body: bullets("A checkup comes first, so that whitening is safe for your teeth", "Still to add: price and dates"),
    }),
    templateBlock("form", {
      heading: "Ask for a time",
      items: [...contactFields, ...formFields(["Phone", "phone", "optional"])],
      button: "Ask for a time",
      done: "Thank you. We’ll call you within one business day.",
    }),
    northsideFooter,
  ],
  "northside-dental-first-visit": [
    templateBlock("hero", {
      eyebrow: "New patients",
      heading: "Your first visit, without the wait",
      text: "New patients are seen within a week. A checkup, a cleaning, and a plan with prices, in 45 minutes.",
      button: "Ask for a visit",
      href: "#form",
      picture: "none",
      variant: "open",
    }),
    templateBlock("features", {
      heading: "What you can count on",
      items: features(
        ["Every weekday", "Monday to Friday, 8 AM to 6 PM."],
        ["Insurance", "Most plans are welcome, and we bill them for you."],
        ["No surprises", "You know the price before any treatment."],
      ),
    }),
    visitUs,
    templateBlock("form", {
      heading: "Ask for your first visit",
      text: "The front desk calls you to set a time.",
      items: [...contactFields, ...formFields(["Phone", "phone", "optional"])],
      button: "Ask for a visit",
      done: "Thank you. The front desk calls you within one business day.",
      variant: "card",
      background: "tint",
    }),
    northsideFooter,
  ],
  "ember-coaching-clarity-call": [
    templateBlock("hero", {
      eyebrow: "Free, 20 minutes",
      heading: "One call, one clear next step",
      text: "We talk about where you are, what is in the way, and what to do first. No pitch, no preparation.",
      button: "Ask for a call",
      href: "#form",
      picture: "none",
      variant: "stage",
    }),
    templateBlock("steps", {
      heading: "What happens on the call",
      items: steps(
        ["Where you are", "5 minutes", "You tell us what you coach and who you help."],
        ["What is in the way", "10 minutes", "We find the one thing that holds you back now."],
        ["What to do first", "5 minutes", "You leave with one step for this week."],
      ),
    }),
    templateBlock("form", {
      heading: "Ask for a call",
      text: "We send you two times to choose from.",
      items: [...contactFields, field("Your question", "message")],
      button: "Ask for a call",
      done: "Thank you. We send you two times to choose from.",
      variant: "card",
      background: "tint",
    }),
    templateBlock("footer", {
      name: "Ember Coaching",
      text: "Coaching for coaches.",
      legal: "Ember Coaching LLC",
      background: "ink",
    }),
  ],
};

/** The rows of the seed's table demo_blocks: slug, blocks and the HTML that is made of them. */
export function demoPageRows(): string {
  return Object.entries(demoPages)
    .map(([slug, blocks]) => {
      const named = withIds(slug, blocks);
      return `('${slug}', $blocks$${JSON.stringify(named)}$blocks$::jsonb, $html$${blocksToHtml(named)}$html$)`;
    })
    .join(",\n");
}
