import type { ArticleGroup } from "./article.ts";

/** For every user with an account. */
export const accountGroups: ArticleGroup[] = [
  {
    title: "Your account",
    articles: [
      {
        id: "change-password",
        title: "Change your password",
        words: "forgot reset sign in",
        link: { to: "/settings?section=password", label: "Open the password's settings" },
        body: [
          "Enter the current one and the new one twice. At least 6 characters; the best-known passwords are refused. Your other devices are signed out.",
          "Forgotten? Sign out and choose Forgot your password? on the sign-in page. The link in the e-mail counts for a short time and once.",
        ],
      },
      {
        id: "change-email",
        title: "Change your e-mail address",
        words: "mail confirm new mailbox pending",
        link: { to: "/settings?section=email", label: "Open the address's settings" },
        body: [
          "The new mailbox has to confirm; until then you sign in with the present one. The present mailbox is told about it. Mistyped? Cancel the change where it says that it waits.",
        ],
      },
      {
        id: "two-step",
        title: "Set up two-step sign-in",
        words: "security authenticator app code second factor 2fa mfa otp totp phone lost qr",
        link: { to: "/settings?section=security", label: "Open security" },
        body: [
          "With two-step sign-in, a stolen password alone does not open your account: after the password we ask for a code from an app on your phone. Any authenticator app works.",
          {
            steps: [
              "In Security, choose Set up an authenticator app and give the app a name.",
              "Scan the QR code with the app, or type the key below it.",
              "Enter the 6-digit code that the app shows. From then on, every sign-in asks for one.",
            ],
          },
          "A code works once and changes every 30 seconds. If codes are refused, check that your phone sets its time automatically.",
          "Lost your phone? Sign in with another app that you have set up, or ask an admin to reset two-step sign-in. A second app on another device keeps you from being locked out.",
        ],
      },
      {
        id: "sessions",
        title: "Signed in on a device that is not yours?",
        words: "lost stolen session sign out everywhere device",
        link: { to: "/settings?section=sessions", label: "Open your sessions" },
        body: [
          "Sessions lists each device with when it was last active. End one, all others, or every one. An ended session stops working at once. By default a session also ends 30 days after signing in and after 14 days without use. If you do not know a device, change your password as well.",
        ],
      },
      {
        id: "notifications",
        title: "Choose which e-mails you get",
        words: "notification unsubscribe",
        link: { to: "/settings?section=notifications", label: "Open notifications" },
        body: [
          "Each kind has a box of its own. What concerns money that is owed or the safety of your account is always sent.",
        ],
      },
      {
        id: "appearance",
        title: "Light and dark",
        words: "theme appearance mode",
        link: { to: "/settings?section=appearance", label: "Open appearance" },
        body: ["The portal follows your system. In the settings you can fix it to light or dark, for this browser."],
      },
    ],
  },
];
