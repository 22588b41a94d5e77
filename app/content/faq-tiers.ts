import type { FaqItem } from "./faq-item.ts";
import { conflictingClaims } from "./readings.ts";

const { cancellation, launchDays } = conflictingClaims;

/** Spec §9: a tier's FAQ names a 14-day notice. The rest is SAMPLE CONTENT where §9 does not name it. */
function cancelling(question: string, more: string): FaqItem {
  return { question, answer: `With a ${cancellation.tier}, by email. ${cancellation.refunds} ${more}` };
}

export const legacyFaq: readonly FaqItem[] = [
  {
    question: "What exactly do I get?",
    answer:
      "One landing page with one form, and an SMS that answers each lead in your name as soon as the form is sent. Every lead is kept in one list that you can open on your phone.",
  },
  {
    question: "What do you need from me?",
    answer:
      "Your offer and its price, five photos, the place or the way you work, and the number that texts should come from. We write the page; you approve the wording.",
  },
  {
    question: "Can people book a time on the page?",
    answer:
      "Not on Legacy: they write, and you agree on a time in the thread. A calendar that books by itself begins with Launch.",
  },
  {
    question: "What if I outgrow it?",
    answer:
      "You move up to Launch or Base from the next billing cycle. The page, its address and the leads stay. You pay the difference in setup and nothing twice.",
  },
  {
    question: "Can I send ads to the page?",
    answer:
      "Yes, your own. The form notes which ad a lead came from. If you want the ads managed, that is a service of its own, from a budget of at least $3,000/month.",
  },
  cancelling("How do I cancel Legacy?", "The list of your leads comes with you as a file."),
];

export const launchFaq: readonly FaqItem[] = [
  {
    question: "How long does the setup take?",
    answer: `Usually ${launchDays.faq}, once we have your access and your answers. Some calendars and phone numbers take longer to connect; those are the reason why we say up to a week.`,
  },
  {
    question: "What can delay Go-Live?",
    answer:
      "Three things, and all of them are access: the calendar, the phone number for texts, and the domain of the page. We ask for all three on day 1 and tell you the same day which one is missing.",
  },
  {
    question: "Am I bound to a contract?",
    answer: "For the first 30 days. After that it is month-to-month.",
  },
  {
    question: "What do I do while you build?",
    answer:
      "You answer our questions on day 1 and approve the wording before it goes out in your name. Keep the afternoon of Go-Live free for calls.",
  },
  {
    question: "Does it work with my calendar?",
    answer:
      "If you keep it in Google, Outlook or Apple, yes. Leads only see the hours that you open, and a booked hour is gone for everybody at once.",
  },
  cancelling("How do I cancel Launch?", "The first 30 days are the shortest term; after them it is month-to-month."),
];

export const baseFaq: readonly FaqItem[] = [
  {
    question: "What are the five touches?",
    answer:
      "An SMS at once, an email after half an hour, an SMS on day 1, a call by you on day 3 and a last SMS on day 6. Any reply ends the sequence and hands you the thread.",
  },
  {
    question: "Will people feel chased?",
    answer:
      "Five messages in six days, each with something to say, and the last one says goodbye. Who answers stop is not written to again.",
  },
  {
    question: "What does the weekly report say?",
    answer:
      "Leads, booked, showed, won, and what each booked call cost, by source. One page, every Monday, with one decision at the end.",
  },
  {
    question: "How do I reach you?",
    answer: "By email, and you have an answer within 1 business day.",
  },
  {
    question: "Is Base enough for me?",
    answer:
      "If one client pays you $500 to $2,000 and you have one calendar, yes. When you have enough leads to compare two versions of a page, Pro begins to earn its price.",
  },
  cancelling("How do I cancel Base?", "Your contacts, threads and reports stay yours."),
];

export const proFaq: readonly FaqItem[] = [
  {
    question: "What counts as a test?",
    answer:
      "One change, two versions, traffic split in half: a headline, the first form question, the hour of the second text. It ends on a date we set beforehand, and you see the sample behind the result. There is at least one each month.",
  },
  {
    question: "How many leads do I need for Pro?",
    answer:
      "Enough that two versions can differ for a reason. If your volume is too low to read a result within a month, we say so on the call and put you on Base.",
  },
  {
    question: "What happens on the monthly strategy call?",
    answer:
      "We read the result of the test and the four reports together, and write down what changes next month. It ends as one page.",
  },
  {
    question: "Can I move up from Base?",
    answer:
      "Yes. Your page, pipeline and history stay. You pay the difference in setup, and the Pro month from the next billing cycle.",
  },
  {
    question: "Who writes the messages?",
    answer: "We do, from your form answers and your calls. You approve the wording before it goes out in your name.",
  },
  cancelling("How do I cancel Pro?", "Your contacts, your data and the record of every test stay yours."),
];

export const enterpriseFaq: readonly FaqItem[] = [
  {
    question: "How many pipelines and calendars are included?",
    answer: "Up to three pipelines and up to three calendars. For a fourth we make you a quote.",
  },
  {
    question: "How does a lead find the right location?",
    answer:
      "By one answer on the form: a postcode, a treatment, a language. The rule is yours, it is written down, and a lead that fits none goes to a person instead of nowhere.",
  },
  {
    question: "Who sees which numbers?",
    answer:
      "Each location sees its own pipeline. You see all of them, in one table with one total, and every figure opens the leads behind it.",
  },
  {
    question: "How fast do you answer?",
    answer:
      "Enterprise has priority: within 4 business hours. Business hours are those of your time zone, and there is one person who knows your set-up.",
  },
  {
    question: "Do all locations start on the same day?",
    answer:
      "No. One goes first, and the others follow when its leads arrive where they should. What we learn at the first is not paid for three times.",
  },
  {
    question: "Is testing included?",
    answer:
      "Yes, everything in Pro is: at least one A/B test a month and the monthly strategy call, for all locations.",
  },
  cancelling("How do I cancel Enterprise?", "Each location receives its contacts and its history as a file."),
];
