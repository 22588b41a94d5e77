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

/** Advertisements (spec §9): 15% of ad spend, from $3,000 a month; average ROAS 340%. SAMPLE CONTENT beyond that. */
export const advertisementsTemplate: Template = {
  id: "advertisements",
  name: "Advertisements",
  about: "For ad budgets from $3,000 a month",
  title: "Ads that are paid by what they book",
  description:
    "Ad management for budgets of at least $3,000 a month: 15% of ad spend, every dollar followed from the click to the booked call.",
  theme: "warm",
  blocks: withIds("ads", [
    templateBlock("hero", {
      eyebrow: "Ad management, from $3,000 a month",
      heading: "Know which ad booked the call.",
      text: "Clicks are easy to buy. We follow each one to the form, the call and the invoice, and move your budget to what ended in a client.",
      button: "Check my ads",
      href: "#form",
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
    }),
    templateBlock("features", {
      heading: "What we do with your budget",
      text: "Drive urgency. Generate traffic. And convert.",
      items: features(
        [
          "We write to one person",
          "An ad for each reason to buy, each with a page that continues its sentence. No ad leads to a home page.",
        ],
        [
          "We count what is booked",
          "Source and campaign stay with each lead to the end, so that a cheap click that never books is seen as expensive.",
        ],
        [
          "We move money every week",
          "What books gets more, what does not is switched off. You read on one page what was moved and why.",
        ],
      ),
    }),
    templateBlock("text", {
      heading: "340% average return on ad spend",
      body: "That is the average over the accounts that we manage, not a promise for yours. In the first call we look at what you spend now, and say whether managing it would earn its 15%.",
    }),
    templateBlock("reviews", {
      heading: "From somebody who used to guess",
      items: reviews(["I know which ad paid for itself and which one I switch off.", "Tom Adeyemi", "Fieldhouse"]),
    }),
    templateBlock("pricing", {
      heading: "A share, so that we watch it like you",
      items: offer({
        name: "Ad management",
        price: "15%",
        unit: "of ad spend",
        text: "For budgets of at least $3,000 a month",
        points: [
          "Ads, audiences and pages that belong together",
          "Each lead with source and campaign",
          "A weekly page: what was moved and why",
          "The accounts and their data stay yours",
        ],
        button: "Check my ads",
      }),
    }),
    templateBlock("faq", {
      heading: "Before you send us your budget",
      items: questions(
        [
          "Why at least $3,000 a month?",
          "Below that, a month brings too few leads to tell a good ad from a lucky one, and the management would cost more than it finds.",
        ],
        [
          "Do I need one of your funnels?",
          "No, but you need something that answers leads. If nothing does, more of them are more lost.",
        ],
        ["Whose accounts are they?", "Yours. We are given access, and you can take it away."],
        ["How soon do you answer?", "Within 24 hours, with what we would look at first."],
      ),
    }),
    templateBlock("form", {
      heading: "Let us look at it",
      text: "Tell us what you spend and where. We answer within 24 hours with what we would look at first.",
      items: formFields(
        ["Mobile", "phone", "optional"],
        ["Business", "company", "optional"],
        ["Ad spend a month", "choice", ["Less than $5,000", "$5,000 - $15,000", "$15,000 - $50,000", "$50,000+"]],
        ["Where do you advertise?", "line"],
      ),
      button: "Check my ads",
      done: "Thank you. Within 24 hours you know what we would look at first.",
    }),
  ]),
};
