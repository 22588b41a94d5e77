import { brand } from "~/content/brand.ts";
import { AuthScreen } from "~/features/account/sign-in/auth-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => [
  ...portalMeta("Sign in"),
  {
    name: "description",
    content: `Sign in to ${brand.name} to see your leads, pay invoices and ask for changes, or create an account.`,
  },
];

/** /auth (spec §2): sign in and sign up. */
export default function Auth() {
  return <AuthScreen />;
}
