import { Link as RouterLink, useLocation } from "react-router";
import { Link } from "~/ui/link.tsx";
import { signInPath } from "../../../../domain/return-path.ts";

/** For who has no session: the way to sign in, and from there back to this very address. */
export function SignInHint({ what }: { what: string }) {
  const { pathname, search } = useLocation();
  return (
    <p className="rounded-ctl bg-mute-bg px-3.5 py-2.5 text-13 text-ink-2">
      You are not signed in.{" "}
      <Link asChild>
        <RouterLink to={signInPath(pathname + search)}>Sign in</RouterLink>
      </Link>{" "}
      {what}
    </p>
  );
}
