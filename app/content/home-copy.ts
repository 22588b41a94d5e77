import { brand } from "./brand.ts";

/** The text of the home page. The figures of its product views are in sample-clinic.ts and sample-report.ts. */
export const home = {
  title: `${brand.name}: you paid for the click, we book the call`,
  description:
    "Landing page, pipeline, SMS and email follow-up, reminders, and a weekly report for freelancers and businesses that sell on Instagram or through ads.",
  headline: ["You paid for the click.", "We book the call."],
  lead: `${brand.name} installs everything between your ad and your calendar: landing page, pipeline, SMS and email follow-up, reminders, and a report that shows which ad paid off.`,
  timeline: {
    headline: "One lead, from tap to chair.",
    figure: "2:39",
    meaning: "from the form to a booked consultation. No one at the clinic touched a phone.",
    note: "A sample run, with the pipeline’s own timestamps.",
  },
  services: {
    headline: "Start on the step that fits your offer.",
    lead: "Five funnels, sized by what one client pays you. Move up when your price does.",
  },
  report: {
    headline: "What you have on Monday that you didn’t have on Friday.",
    text: "It’s your data, in your workspace. You sign in, we sign in, and we all see the same numbers.",
  },
  results: {
    headline: "Numbers our clients let us publish.",
    text: "Yours will differ. You’ll see them on your dashboard, with the audit trail behind each one.",
  },
  closing: {
    headline: "Rather ask first?",
    text: "Tell us what you sell and what one client pays you. We reply within 24 hours, even if the answer is that you don’t need us.",
    action: { label: "Write to us", href: "/contact#message" },
  },
} as const;
