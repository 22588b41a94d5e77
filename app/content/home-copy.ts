import { brand } from "./brand.ts";

/** The text of the home page. The figures of its product views are in sample-clinic.ts and sample-report.ts. */
export const home = {
  title: `${brand.name}: you paid for the click, we book the call`,
  description:
    "Landing page, pipeline, SMS and email follow-up, calendar reminders and a weekly report: installed, run and measured for freelancers and businesses that sell on Instagram or through ads.",
  headline: ["You paid for the click.", "We book the call."],
  lead: `${brand.name} installs what sits between your ad and your calendar: landing page, pipeline, SMS and email follow-up, reminders, and a report that says which ad paid.`,
  timeline: {
    headline: "One lead, from thumb to chair.",
    figure: "2:39",
    meaning: "from the form to a booked consultation. Nobody at the clinic touched a phone.",
    note: "A sample run, with the times as the pipeline stamps them.",
  },
  services: {
    headline: "Start at the step your offer stands on.",
    lead: "Five funnels, sized by what one client pays you. Move up when your price does.",
  },
  report: {
    headline: "What you have on Monday that you did not have on Friday.",
    text: "It is your data, in your workspace. You log in, we log in, and we read the same numbers.",
  },
  results: {
    headline: "Numbers clients let us print.",
    text: "Your own will differ. They will be on your dashboard, with the audit trail behind each one.",
  },
  closing: {
    headline: "Rather ask first?",
    text: "Write what you sell and what one client pays you. We answer within 24 hours, also when the answer is that you do not need us.",
    action: { label: "Write to us", href: "/contact#message" },
  },
} as const;
