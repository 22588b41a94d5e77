import { CircleAlert, CircleCheck, LoaderCircle, Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link as RouterLink, useLocation } from "react-router";
import { brand } from "~/content/brand.ts";
import { CenteredPage } from "~/shared/centered-page.tsx";
import { tabTitle } from "~/shared/page-meta.ts";
import { useSession } from "~/shared/use-session.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { cn } from "~/ui/cn.ts";
import { Link } from "~/ui/link.tsx";
import { unbroken } from "~/ui/unbroken.tsx";
import { signInPath } from "../../../../domain/return-path.ts";

const VARIANTS = {
  working: { Icon: LoaderCircle, classes: "bg-mute-bg text-ink-2 [&_svg]:animate-spin still:[&_svg]:animate-none" },
  good: { Icon: CircleCheck, classes: "bg-ok-bg text-ok-fg" },
  bad: { Icon: CircleAlert, classes: "bg-bad-bg text-bad-fg" },
  plain: { Icon: Undo2, classes: "bg-mute-bg text-ink-2" },
};

type Props = {
  variant: keyof typeof VARIANTS;
  title: string;
  text: ReactNode;
  children?: ReactNode;
  /** The next actions, main one first. */
  actions?: ReactNode;
};

/**
 * The result of a payment, on its own page. Screen readers announce each new result, and its title gets focus, because the
 * previously focused element may be gone.
 */
export function OutcomeCard({ variant, title, text, children, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  const { Icon, classes } = VARIANTS[variant];
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    heading.current?.focus();
  }, [title]);
  return (
    <CenteredPage>
      <title>{tabTitle(title)}</title>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-5 p-6">
        <span aria-hidden="true" className={cn("grid size-10 place-items-center rounded-full [&_svg]:size-5", classes)}>
          <Icon />
        </span>
        <div role="status" aria-busy={variant === "working"} className="grid gap-1.5">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-balance font-display font-semibold text-xl tracking-tighter outline-none"
          >
            {title}
          </h1>
          <div className="wrap-anywhere text-ink-2 text-sm">{unbroken(text)}</div>
        </div>
        {children}
        {actions && <div className="flex flex-wrap gap-2 phone:[&>:is(a,button)]:w-full">{actions}</div>}
      </Card>
    </CenteredPage>
  );
}

export function BackToDashboard({ primary = false }: { primary?: boolean }) {
  return (
    <Button variant={primary ? "primary" : "default"} size="lg" asChild>
      <RouterLink to="/dashboard">Back to Dashboard</RouterLink>
    </Button>
  );
}

export function BackToInvoices({ primary }: { primary: boolean }) {
  return (
    <Button variant={primary ? "primary" : "default"} size="lg" asChild>
      <RouterLink to="/invoices">Back to Invoices</RouterLink>
    </Button>
  );
}

/** Whether no one is signed in. False until that is known. */
export function useIsSignedOut(): boolean {
  const { loading, user } = useSession();
  return !loading && !user;
}

/** For users without a session: the sign-in, which returns to this URL. */
export function SignInButton() {
  const { pathname, search } = useLocation();
  return (
    <Button variant="primary" size="lg" asChild>
      <RouterLink to={signInPath(pathname + search)}>Sign in</RouterLink>
    </Button>
  );
}

export const SignedOutHint = ({ children }: { children: string }) => (
  <p className="rounded-ctl bg-mute-bg px-3.5 py-2.5 text-13 text-ink-2">You aren't signed in. {children}</p>
);

/** The support contact. */
export function SupportLine() {
  return (
    <p className="text-13 text-ink-3">
      Support: <Link href={`mailto:${brand.email}`}>{brand.email}</Link>
    </p>
  );
}
