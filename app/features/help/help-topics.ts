import type { Role } from "../../../domain/roles.ts";

type Topic = { question: string; answer: string /** Whom it concerns; everybody without it. */; roles?: Role[] };

/** Short answers to what people ask first; nothing here promises beyond what the product does. */
export const HELP_TOPICS: Topic[] = [
  {
    question: "How do I change my name, company or password?",
    answer: "Open Account Settings. A new password needs at least 6 characters, and your current one as proof.",
  },
  {
    question: "How do I approve a sales sign-up?",
    answer: "Open Admin Dashboard, then Approvals. Approve opens the sales workspace to them, Reject keeps them out.",
    roles: ["admin"],
  },
  {
    question: "How do I ask for a change of my service?",
    answer:
      "Use Request Service Change on your dashboard. It reaches your account manager, who answers within 24 hours.",
    roles: ["client"],
  },
  {
    question: "Why do I see no lead dashboard?",
    answer: "It appears as soon as your account manager has connected it. Write to us if you have been waiting.",
    roles: ["client"],
  },
  {
    question: "Which leads do I see?",
    answer: "Your own and the unclaimed ones, newest first. Leads of other people are theirs alone.",
    roles: ["sales"],
  },
  {
    question: "I used a computer that is not mine. What now?",
    answer: "Open Account Settings and choose Sign out everywhere. It ends every session of your account.",
  },
];
