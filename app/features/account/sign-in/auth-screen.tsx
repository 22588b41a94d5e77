import { lazy, Suspense, useState } from "react";
import { LINK_CONFLICT_HEADING } from "~/shared/link-conflict.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { CallbackNotice } from "./callback-notice.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { useAuthCallback } from "./use-auth-callback.ts";
import { type AuthTab, useAuthTab } from "./use-auth-tab.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useRedirectWhenSignedIn } from "./use-redirect-when-signed-in.ts";

// Most people never forget their password: the dialog comes when it is asked for.
const ResetPasswordDialog = lazy(() => import("./reset-password-dialog.tsx"));

// It is asked only when a link meets the session of somebody else.
const LinkConflictPrompt = lazy(async () => ({
  default: (await import("../lib/link-conflict-prompt.tsx")).LinkConflictPrompt,
}));

const HEADINGS: Record<AuthTab, string> = { signin: "Sign in to your account", signup: "Create your account" };

/** While a link is being read, or asks, nobody is sent home. */
const PENDING_KINDS = new Set(["working", "recovery", "asks"]);

/** Spec §2 Auth screen: both tabs, the way back home, and the end of every link that confirms an account. */
export function AuthScreen() {
  const [tab, setTab] = useAuthTab();
  const hydrated = useHydrated();
  const [resetFor, setResetFor] = useState<string | null>(null);
  const [callback, answer] = useAuthCallback();
  const leaving = useRedirectWhenSignedIn(!PENDING_KINDS.has(callback.kind));
  if (callback.kind === "asks")
    return (
      <AuthLayout heading={LINK_CONFLICT_HEADING} onFirstInput={preloadClient}>
        <Suspense>
          <LinkConflictPrompt conflict={callback.conflict} onDecide={answer} />
        </Suspense>
      </AuthLayout>
    );
  return (
    <AuthLayout heading={HEADINGS[tab]} onFirstInput={preloadClient}>
      {callback.kind === "failed" && !leaving && <CallbackNotice reason={callback.reason} />}
      <Tabs value={tab} onValueChange={(value) => setTab(value as AuthTab)}>
        <TabsList aria-label="Sign in or sign up">
          <TabsTrigger value="signin">Sign In</TabsTrigger>
          {/* Until the page listens a click would be lost, and it says so. */}
          <TabsTrigger value="signup" disabled={!hydrated}>
            Sign Up
          </TabsTrigger>
        </TabsList>
        <TabsContent value="signin" className="pt-6">
          <SignInForm leaving={leaving} onForgot={setResetFor} />
        </TabsContent>
        <TabsContent value="signup" className="pt-6">
          <SignUpForm leaving={leaving} onSignInInstead={() => setTab("signin")} />
        </TabsContent>
      </Tabs>
      <TermsNote tab={tab} />
      {resetFor !== null && (
        <Suspense>
          <ResetPasswordDialog open defaultEmail={resetFor} onOpenChange={(open) => open || setResetFor(null)} />
        </Suspense>
      )}
    </AuthLayout>
  );
}

/** The client is on its way while somebody types. */
function preloadClient() {
  getSupabase().catch(() => undefined);
}

/** The footer note of spec §2. The pages it links to carry no React, hence plain links. */
function TermsNote({ tab }: { tab: AuthTab }) {
  const doing = tab === "signup" ? "creating an account" : "signing in";
  return (
    <p className="text-center text-xs text-ink-3">
      By {doing} you agree to the{" "}
      <a className="underline underline-offset-2 hover:text-ink" href="/terms">
        terms of service
      </a>{" "}
      and{" "}
      <a className="underline underline-offset-2 hover:text-ink" href="/terms#data-and-privacy">
        privacy policy
      </a>
      .
    </p>
  );
}
