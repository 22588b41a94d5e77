import { brand } from "./brand.ts";

/** The text of the contact form. Its rules and options are in domain/submission-rules.ts; spec §8 gives the results. */
export const contactForm = {
  headline: "Send a message.",
  text: "Ask about a funnel, a price, or a bill. The more specific your goal, the more specific our answer.",
  send: "Send message",
  consent: "We use what you send only to reply to you.",
  sent: "Message sent successfully!",
  sentDirectly: "Message received!",
  received: "A person will reply within 24 hours.",
  next: "A confirmation is on its way to your inbox. If it doesn’t arrive, your address may have a typo. Write to us and we’ll fix it.",
  failure: { title: "Something went wrong", text: `Please try again or contact us directly at ${brand.email}` },
} as const;

/** The text of the application form. */
export const applicationForm = {
  headline: "Tell us what you sell.",
  text: "Eleven questions, about three minutes. A person reads it and replies: yes, no, or not yet.",
  send: "Send application",
  consent:
    "By sending this, you agree to let us contact you about your application the way you choose. If you choose SMS, you get a few texts. Message and data rates may apply, and you can reply STOP at any time. Consent isn’t a condition of buying from us.",
  /** In place of the headline, once the application is sent. */
  thanks: "Thank you.",
  sent: "Application Submitted!",
  received: "Application Received",
  next: "A confirmation is on its way to your inbox. Here’s what happens next:",
  steps: [
    { when: "24 hours", what: "You hear from a person, through the channel you picked." },
    { when: "One call", what: "We look at your offer, your ads, and your calendar together." },
    { when: "One page", what: "You get the funnel we’d build, its price, and its go-live day." },
  ],
  failure: {
    title: "Submission Error",
    text: "There was an issue submitting your application. Please try again or contact us directly.",
  },
} as const;

/** Below both forms, after what the sender agrees to. */
export const privacyNotice = {
  text: "Read how we keep and use it in",
  link: "Data and privacy",
  href: "/terms#data-and-privacy",
} as const;

/** The next step after a form, where the agency offers calls. What the form said is not asked again. */
export const nextStep = {
  text: "Prefer to talk? Pick a time.",
  link: "Book a call",
  href: "/book/agency",
} as const;

/** Shown when a device is offline. The input stays in the form and in this tab. */
export const offlineTexts = {
  offline: {
    title: "You’re offline",
    text: "Nothing is lost: your answers stay here. Send again when you’re back online.",
  },
  back: { title: "You’re back online", text: "Your answers are still here. Send them now." },
} as const;
