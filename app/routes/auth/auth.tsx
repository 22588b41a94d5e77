import { AuthScreen } from "~/features/account/sign-in/auth-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Sign in");

/** /auth (spec §2): sign in and sign up. */
export default function Auth() {
  return <AuthScreen />;
}
