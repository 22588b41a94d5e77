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
        link: { to: "/settings?section=password", label: "Open password settings" },
        body: [
          "Enter your current password, then the new one twice. Use at least 6 characters. We don't accept the most common passwords. Your other devices are signed out.",
          "Forgot it? Select “Forgot it?” next to the current password. We email you a link to choose a new one, and you stay signed in. The link works once, for 10 minutes.",
        ],
      },
      {
        id: "profile-picture",
        title: "Add a profile picture",
        words: "photo avatar image initials crop",
        link: { to: "/settings?section=profile", label: "Open profile settings" },
        body: [
          "Choose a PNG, JPG or WEBP picture, move it until the circle shows what you want, and select Save picture. It appears instead of your initials. We don't store where a photo was taken.",
        ],
      },
      {
        id: "change-email",
        title: "Change your email address",
        words: "mail confirm new mailbox pending",
        link: { to: "/settings?section=email", label: "Open email settings" },
        body: [
          "We send a confirmation link to the new address. Until you open it, you sign in with your current address. We also notify your current address. After you confirm, you're signed in where you opened the link, and signed out everywhere else.",
          "Made a typo? Select Cancel change next to the pending address.",
        ],
      },
      {
        id: "two-step",
        title: "Set up two-step sign-in",
        words: "security authenticator app code second factor 2fa mfa otp totp phone lost qr",
        link: { to: "/settings?section=security", label: "Open security settings" },
        body: [
          "With two-step sign-in, a stolen password isn't enough to open your account. After your password, we ask for a code from an app on your phone. Any authenticator app works.",
          {
            steps: [
              "In Security, select Set up an authenticator app and name the app.",
              "Scan the QR code with the app, or enter the key below it.",
              "Enter the 6-digit code from the app. From then on, every sign-in asks for a code.",
            ],
          },
          "When you set up your first app, your other devices are signed out, so that they ask for a code, too. When you remove an app, other devices that signed in with it are signed out. Your last app needs your password, because removing it turns two-step sign-in off, unless your agency requires it. Then you have to set up an app again.",
          "Each code works once and changes every 30 seconds. If your codes don't work, check that your phone sets its time automatically.",
          "Lost your phone? When we ask for a code, select “Use a recovery code”. You get ten of them when you set up your first app, and each works once. You can create new ones in your security settings.",
        ],
      },
      {
        id: "sessions",
        title: "Sign out on other devices",
        words: "lost stolen session sign out everywhere device unknown",
        link: { to: "/settings?section=sessions", label: "Open sessions" },
        body: [
          "Sessions lists every device where you're signed in and when it was last active. Sign out one device, all other devices, or every device. It takes effect immediately.",
          "If you don't recognize a device, change your password, too. By default, a session ends 30 days after you sign in, or after 14 days without activity.",
        ],
      },
      {
        id: "notifications",
        title: "Choose which emails you get",
        words: "notification unsubscribe",
        link: { to: "/settings?section=notifications", label: "Open notification settings" },
        body: [
          "Turn each kind of email on or off. Changes save automatically. You always get emails about account security and other important matters, such as failed payments.",
        ],
      },
      {
        id: "your-data",
        title: "Download your data or delete your account",
        words: "export json privacy gdpr erase close remove account deletion copy",
        link: { to: "/settings?section=data", label: "Open your data" },
        body: [
          "Download my data saves one JSON file with your profile, accounts, sessions, requests, notes and more.",
          "To delete your account, select Ask for deletion. That sends a request to the admins. They check what the law requires us to keep, and erase everything else.",
          "Your account stays as it is until an admin answers, and you get an email with the answer.",
        ],
      },
      {
        id: "appearance",
        title: "Switch between light and dark mode",
        words: "theme appearance",
        link: { to: "/settings?section=appearance", label: "Open appearance settings" },
        body: ["By default, the portal matches your system. You can switch to light or dark for this browser."],
      },
    ],
  },
];
