import { ArrowLeft } from "lucide-react";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { PrefetchPageLinks, useNavigate, useSearchParams } from "react-router";
import { brand } from "~/content/brand.ts";
import { LINK_CONFLICT_HEADING } from "~/shared/link-conflict.ts";
import { ENDED_PARAM } from "~/shared/session-ended.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { useSession } from "~/shared/use-session.ts";
import { Banner } from "~/ui/banner.tsx";
import { Logo } from "~/ui/logo.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { CallbackNotice, useAuthCallback } from "./auth-callback.tsx";
import {
  ENDED_INVITATION,
  EndedInvitation,
  type InvitationLookup,
  InvitationNotice,
  useInvitation,
} from "./invitation.tsx";
import { NoScript } from "./no-script.tsx";
import { ProductPreview } from "./product-preview.tsx";
import { useSentSignUp } from "./sent-sign-up.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { useHydrated } from "./use-hydrated.ts";
import { useResetDialog } from "./use-reset-dialog.ts";

// The dialog loads when it opens, because most people never need it.
const ResetPasswordDialog = lazy(() => import("./reset-password-dialog.tsx"));

// It loads only after a sign-up.
const CheckInbox = lazy(async () => ({ default: (await import("./check-inbox.tsx")).CheckInbox }));

// It loads only when a link belongs to another account than the session.
const LinkConflictPrompt = lazy(async () => ({
  default: (await import("../lib/link-conflict-prompt.tsx")).LinkConflictPrompt,
}));

const HEADINGS: Record<AuthTab, string> = { signin: "Sign in to your account", signup: "Create your account" };

const CHECK_INBOX = "Check your inbox";

/** In these states, no one is redirected home. */
const PENDING_KINDS = new Set(["working", "recovery", "asks"]);

/** Spec §2 Auth screen: both tabs, the link home, and the result of a confirmation link. */
export function AuthScreen() {
  const [tab, setTab] = useAuthTab();
  const hydrated = useHydrated();
  const reset = useResetDialog();
  const [callback, answer] = useAuthCallback();
  const { user } = useSession();
  const [sent, setSent] = useSentSignUp(user !== null);
  const [knownEmail, setKnownEmail] = useState<string | null>(null);
  const signInInstead = (email: string) => {
    setKnownEmail(email);
    setTab("signin");
  };
  const chooseTab = (value: string) => {
    // The focus stays on the tab.
    setKnownEmail((known) => known || null);
    setTab(value as AuthTab);
  };
  const lookup = useInvitation();
  const changedPage = callback.kind === "signed-in" ? callback.to : null;
  // Someone who is signed in may want a new password, too.
  const isAsked = !PENDING_KINDS.has(callback.kind) && reset.email === null;
  const leaving = useRedirectWhenSignedIn(isAsked, lookup, changedPage);
  // The link of another invitation is another sign-up, and one that is used up was confirmed.
  const { invitation } = lookup;
  const isOther = invitation === null || (invitation && invitation.token !== sent?.invitationToken);
  const waiting = isOther ? null : sent;
  const isWaiting = tab === "signup" && waiting !== null;
  if (callback.kind === "asks")
    return (
      <AuthLayout heading={LINK_CONFLICT_HEADING} onFirstInput={preloadClient}>
        <Suspense>
          <LinkConflictPrompt conflict={callback.conflict} onDecide={answer} />
        </Suspense>
      </AuthLayout>
    );
  if (tab === "signup" && invitation === null)
    return (
      <AuthLayout heading={ENDED_INVITATION} onFirstInput={preloadClient}>
        <EndedInvitation reason={lookup.reason} onSignIn={() => signInInstead(sent?.email ?? "")} />
      </AuthLayout>
    );
  return (
    <AuthLayout heading={isWaiting ? CHECK_INBOX : HEADINGS[tab]} onFirstInput={preloadClient}>
      {callback.kind === "failed" && !leaving && <CallbackNotice reason={callback.reason} />}
      {callback.kind !== "failed" && !leaving && <EndedNotice />}
      {!isWaiting && <InvitationNotice {...lookup} tab={tab} />}
      <NoScript />
      <Tabs value={tab} onValueChange={chooseTab} className="noscript:hidden">
        <TabsList aria-label="Sign in or sign up">
          <TabsTrigger value="signin">Sign In</TabsTrigger>
          {/* Disabled until the page is hydrated, because earlier clicks are lost. */}
          <TabsTrigger value="signup" disabled={!hydrated}>
            Sign Up
          </TabsTrigger>
        </TabsList>
        <TabsContent value="signin" className="pt-6">
          <SignInForm
            leaving={leaving}
            knownEmail={knownEmail}
            invitedEmail={lookup.invitation?.email ?? ""}
            onForgot={reset.open}
          />
        </TabsContent>
        <TabsContent value="signup" className="pt-6">
          {waiting && (
            <Suspense>
              <CheckInbox account={waiting} onSent={setSent} onStartOver={() => setSent(null)} />
            </Suspense>
          )}
          <SignUpForm
            leaving={leaving}
            hidden={isWaiting}
            lookup={lookup}
            onSignInInstead={signInInstead}
            onCreated={(account) => setSent({ ...account, sentAt: Date.now() })}
          />
        </TabsContent>
      </Tabs>
      {!isWaiting && <TermsNote tab={tab} />}
      {reset.email !== null && (
        <Suspense>
          <ResetPasswordDialog open defaultEmail={reset.email} onOpenChange={(open) => open || reset.close()} />
        </Suspense>
      )}
    </AuthLayout>
  );
}

/** The session of this browser ended elsewhere. Anyone can open this address, so it names every reason and not the one. */
function EndedNotice() {
  const [search] = useSearchParams();
  if (!useHydrated() || !search.has(ENDED_PARAM)) return null;
  return (
    <Banner title="You're signed out">
      Your session ended. You signed out somewhere else, or your password, email address, two-step sign-in or access
      changed. Sign in to continue.
    </Banner>
  );
}

const findHome = () => import("./find-home.ts");

/** Loads the client, the rules of the forms, and what opens the next page, while the user types. */
function preloadClient() {
  getSupabase().catch(() => undefined);
  findHome().catch(() => undefined);
  import("./auth-schemas.ts").catch(() => undefined);
}

/** Loads the code of the page that the user was on the way to. /workspace opens an account, whichever it is. */
function NextPageLinks() {
  const next = useSearchParams()[0].get("next");
  if (!useHydrated() || !next?.startsWith("/")) return null;
  return <PrefetchPageLinks page={next === "/workspace" ? "/workspace/any" : next} />;
}

/** The footer note of spec §2. The linked pages have no React, so these are plain links. */
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

type AuthTab = "signin" | "signup";

/** The tab is in the URL (?tab=signup), so that links can open it. The prerendered page shows Sign In. */
function useAuthTab(): [AuthTab, (tab: AuthTab) => void] {
  const hydrated = useHydrated();
  const [search, setSearch] = useSearchParams();
  const tab: AuthTab = hydrated && search.get("tab") === "signup" ? "signup" : "signin";
  const choose = useCallback(
    (wanted: AuthTab) =>
      setSearch(
        (current) => {
          if (wanted === "signup") current.set("tab", "signup");
          else current.delete("tab");
          return current;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return [tab, choose];
}

/** Redirects signed-in users to the requested page or home. Returns true during the redirect. */
function useRedirectWhenSignedIn(
  asked: boolean,
  { hasToken, failed, invitation }: InvitationLookup,
  changedPage: string | null,
): boolean {
  const { user } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  // The link of an invitation for new people, opened by someone who has an account already: they join the account, too.
  const joins = invitation?.account ? `/workspace?invitation=${encodeURIComponent(invitation.token)}` : null;
  // Someone who signed up with it has joined. Members work with leads; everyone else goes home.
  const hasJoined = invitation && user?.user_metadata.invitation_token === invitation.token;
  const joined = invitation?.account?.role === "member" ? "/workspace" : null;
  const next = hasJoined ? joined : (changedPage ?? search.get("next") ?? joins);
  const ready = asked && (!hasToken || failed || invitation !== undefined);
  const leaving = useRef(false);
  const userId = user?.id;
  useEffect(() => {
    if (!userId) leaving.current = false;
    if (!ready || !userId || leaving.current) return;
    leaving.current = true;
    // Only users who are already signed in need it.
    void findHome()
      .then(({ openHome }) => openHome(next, navigate))
      .then((opened) => {
        if (!opened) leaving.current = false;
      });
  }, [ready, userId, next, navigate]);
  return Boolean(ready && userId);
}

type Props = {
  heading: string;
  /** Called when a field gets focus. */
  onFirstInput: () => void;
  children: ReactNode;
};

/** The sign-in page: the form and, on wide screens, a product preview. */
function AuthLayout({ heading, onFirstInput, children }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (heading === CHECK_INBOX || heading === ENDED_INVITATION) title.current?.focus();
  }, [heading]);
  return (
    <div className="grid min-h-dvh bg-page text-ink lg:grid-cols-2">
      <NextPageLinks />
      <div className="flex flex-col px-4 py-5 sm:px-8">
        <nav aria-label="Site" className="self-start">
          <a href="/" className="flex h-11 items-center gap-1.5 text-13 text-ink-2 hover:text-ink">
            <ArrowLeft size={14} aria-hidden="true" />
            Back to home
          </a>
        </nav>
        <main
          onFocus={onFirstInput}
          className="mx-auto flex w-full max-w-[440px] flex-1 flex-col gap-6 py-6 sm:justify-center"
        >
          <div>
            <div className="mb-5 flex items-center gap-2 font-display text-[15px] leading-5 font-semibold">
              <Logo size={18} />
              {brand.name}
            </div>
            <h1 ref={title} tabIndex={-1} className="font-display text-2xl font-semibold tracking-tighter outline-none">
              {heading}
            </h1>
          </div>
          {children}
        </main>
      </div>
      <ProductPreview />
    </div>
  );
}
