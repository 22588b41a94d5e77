import { brand } from "./brand.ts";

/** The text of the contact page. */
export const contactPage = {
  title: `Contact: a reply within 24 hours | ${brand.name}`,
  description:
    "Send a message or an application. A person reads it and replies within 24 hours, even if the answer is that you don’t need us.",
  headline: ["Write today.", "Hear back by tomorrow."],
  lead: "Ask a question or apply right away. A person reads it and replies within 24 hours, even if the answer is that you don’t need us.",
  /** SAMPLE CONTENT: an example message. The promise is from spec §9; the times only illustrate it. */
  replyLine: {
    caption: "The longest you’ll wait, drawn to scale.",
    start: { at: "Tue 10:40 AM", what: "You write", how: "A confirmation hits your inbox right away." },
    end: { at: "Wed 10:40 AM", what: "You get a reply", how: "From a person. That’s the deadline, not the plan." },
    hours: ["12 PM", "4 PM", "8 PM", "12 AM", "4 AM", "8 AM"],
  },
} as const;
