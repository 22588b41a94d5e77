import { brand } from "./brand.ts";

/** The text of the contact page. */
export const contactPage = {
  title: `Contact: an answer within 24 hours · ${brand.name}`,
  description:
    "Send a message or an application. A person reads it and answers within 24 hours, also when the answer is that you do not need us.",
  headline: ["Write today.", "Hear back by tomorrow."],
  lead: "Ask a question or apply straight away. A person reads it and answers within 24 hours, also when the answer is that you do not need us.",
  /** SAMPLE CONTENT: an example message. The promise is from spec §9; the times only illustrate it. */
  replyLine: {
    caption: "The longest it takes, drawn to scale.",
    start: { at: "Tue 10:40", what: "You write", how: "A confirmation is in your inbox at once." },
    end: { at: "Wed 10:40", what: "You have an answer", how: "From a person. This is the latest, not the plan." },
    hours: ["12:00", "16:00", "20:00", "00:00", "04:00", "08:00"],
  },
} as const;
