import { ResetPasswordScreen } from "~/features/account/reset-password/reset-password-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Reset password");

/** /reset-password (spec §2). */
export default function ResetPassword() {
  return <ResetPasswordScreen />;
}
