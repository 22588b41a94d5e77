/** The two states of the screen (spec §2); approved people are sent home before it shows. */
export const APPROVAL_TEXTS = {
  pending: {
    title: "Account Pending Approval",
    text: "Your sales account has been created. An admin looks at it before you get in.",
    status: "Pending Review",
    next: [
      "An admin reviews your sign-up, usually within one working day.",
      "When it is approved, Check Status or your next sign-in opens the sales workspace.",
      "You don't have to sign up again, and nothing is lost while you wait.",
    ],
  },
  rejected: {
    title: "Account Access Denied",
    text: "An admin has reviewed your account and has not given it access.",
    status: "Access Denied",
    next: [
      "If you think this is a mistake, write to us from the email address of this account.",
      "When an admin changes the decision, Check Status or your next sign-in lets you in.",
    ],
  },
} as const;
