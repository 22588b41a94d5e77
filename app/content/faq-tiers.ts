import type { FaqItem } from "./faq-item.ts";
import { conflictingClaims } from "./readings.ts";

const { cancellation, launchDays } = conflictingClaims;

/** Spec §9: a tier's FAQ names a 14-day notice. The rest is SAMPLE CONTENT where §9 does not name it. */
function cancelling(question: string, more: string): FaqItem {
  return { question, answer: `All it takes is a ${cancellation.tier} by email. ${cancellation.refunds} ${more}` };
}

export const legacyFaq: readonly FaqItem[] = [
  {
    question: "What exactly do I get?",
    answer:
      "One landing page with one form, and an SMS in your name that answers each lead as soon as they send it. Every lead is saved in one list you can open on your phone.",
  },
  {
    question: "What do you need from me?",
    answer:
      "Your offer and its price, five photos, where or how you work, and the number texts should come from. We write the page; you approve the wording.",
  },
  {
    question: "Can people book a time on the page?",
    answer:
      "Not on Legacy. They message you, and you agree on a time in the thread. Automatic booking starts with Launch.",
  },
  {
    question: "What if I outgrow it?",
    answer:
      "You move up to Launch or Base from the next billing cycle. The page, its address, and your leads stay. You pay only the difference in setup.",
  },
  {
    question: "Can I run ads to the page?",
    answer:
      "Yes, your own. The form records which ad each lead came from. If you want us to manage the ads, that’s a separate service for budgets of at least $3,000/month.",
  },
  cancelling("How do I cancel Legacy?", "You get your list of leads as a file."),
];

export const launchFaq: readonly FaqItem[] = [
  {
    question: "How long does the setup take?",
    answer: `Usually ${launchDays.faq}, once we have your access and your answers. Some calendars and phone numbers take longer to connect, which is why we say up to a week.`,
  },
  {
    question: "What can delay Go-Live?",
    answer:
      "Three things, all of them access: the calendar, the phone number for texts, and the domain for the page. We ask for all three on day 1 and tell you that same day if one is missing.",
  },
  {
    question: "Am I locked into a contract?",
    answer: "Only for the first 30 days. After that, it’s month-to-month.",
  },
  {
    question: "What do I do while you build?",
    answer:
      "Answer our questions on day 1 and approve the wording before it goes out in your name. Keep the afternoon of Go-Live free for calls.",
  },
  {
    question: "Does it work with my calendar?",
    answer:
      "Yes, if it’s Google, Outlook, or Apple. Leads see only the times you open, and a booked slot is gone for everyone else right away.",
  },
  cancelling("How do I cancel Launch?", "The first 30 days are the minimum term; after that, it’s month-to-month."),
];

export const baseFaq: readonly FaqItem[] = [
  {
    question: "What are the five touches?",
    answer:
      "An SMS right away, an email after half an hour, an SMS on day 1, a call from you on day 3, and a final SMS on day 6. Any reply ends the sequence and hands you the thread.",
  },
  {
    question: "Will people feel pestered?",
    answer:
      "Five touches in six days, each with something to say, and the last one says goodbye. Anyone who replies STOP never hears from us again.",
  },
  {
    question: "What does the weekly report say?",
    answer:
      "Leads, booked, showed, won, and what each booked call cost, by source. One page every Monday, with one decision at the end.",
  },
  {
    question: "How do I reach you?",
    answer: "By email. You get a reply within 1 business day.",
  },
  {
    question: "Is Base enough for me?",
    answer:
      "Yes, if one client pays you $500 to $2,000 and you have one calendar. Once you have enough leads to compare two versions of a page, Pro starts to earn its price.",
  },
  cancelling("How do I cancel Base?", "Your contacts, threads, and reports stay yours."),
];

export const proFaq: readonly FaqItem[] = [
  {
    question: "What counts as a test?",
    answer:
      "One change, two versions, traffic split in half: a headline, the first form question, the timing of the second text. It ends on a date we set in advance, and you see the sample behind the result. You get at least one a month.",
  },
  {
    question: "How many leads do I need for Pro?",
    answer:
      "Enough that a difference between two versions means something. If your volume is too low to show a result within a month, we’ll say so on the call and put you on Base.",
  },
  {
    question: "What happens on the monthly strategy call?",
    answer:
      "We go over the test result and the four reports with you and write down what changes next month. It all fits on one page.",
  },
  {
    question: "Can I move up from Base?",
    answer:
      "Yes. Your page, pipeline, and history stay. You pay the difference in setup, then Pro’s monthly fee from the next billing cycle.",
  },
  {
    question: "Who writes the messages?",
    answer:
      "We do, based on your form answers and your calls. You approve the wording before it goes out in your name.",
  },
  cancelling("How do I cancel Pro?", "Your contacts, your data, and the record of every test stay yours."),
];

export const enterpriseFaq: readonly FaqItem[] = [
  {
    question: "How many pipelines and calendars are included?",
    answer: "Up to three pipelines and up to three calendars. If you need a fourth, we’ll quote it.",
  },
  {
    question: "How does a lead find the right location?",
    answer:
      "By one answer on the form: a ZIP code, a treatment, a language. You set the rule, it’s in writing, and a lead that matches nothing goes to a person instead of nowhere.",
  },
  {
    question: "Who sees which numbers?",
    answer:
      "Each location sees its own pipeline. You see all of them in one table with one total, and every number opens the leads behind it.",
  },
  {
    question: "How fast do you reply?",
    answer:
      "Enterprise gets priority: within 4 business hours. Business hours follow your time zone, and one person knows your setup.",
  },
  {
    question: "Do all locations start on the same day?",
    answer:
      "No. One goes first, and the others follow once its leads land where they should. You don’t pay three times for what we learn at the first one.",
  },
  {
    question: "Is testing included?",
    answer:
      "Yes, along with everything else in Pro: at least one A/B test a month and the monthly strategy call, across all locations.",
  },
  cancelling("How do I cancel Enterprise?", "Each location gets its contacts and history as a file."),
];
