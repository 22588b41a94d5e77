import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link as RouterLink, useLocation } from "react-router";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { formatCount } from "../../../domain/format-count.ts";
import { formatMoment } from "../../../domain/format-date.ts";

const EMAIL_LOG = "/settings?section=email-log";
const REFRESH_MS = 30_000;

const PROBLEMS: Record<string, string> = {
  unreachable: "The mail server isn't responding.",
  sign_in: "The mail server rejects our sign-in.",
  sender: "The mail server refuses our sender address.",
  busy: "The mail server is too busy.",
  not_configured: "No mail server is set up.",
};

/** Null while emails leave. */
const mailStatusQuery = queryOptions({
  queryKey: queryKeys.mailStatus(),
  queryFn: async () => (await rpc("mail_status"))[0] ?? null,
  refetchInterval: REFRESH_MS,
});

/** Tells admins on every screen that emails wait, since when and why. It disappears when they leave again. */
export function MailNotice({ className }: { className?: string }) {
  const { data: stopped } = useQuery(mailStatusQuery);
  const { pathname, search } = useLocation();
  if (!stopped) return null;
  const one = stopped.waiting === 1;
  return (
    <div className={cn("mx-auto w-full max-w-wrap px-4 pt-4 md:px-6", className)}>
      <Banner
        tone="bad"
        role="status"
        title={`No emails have been sent since ${formatMoment(stopped.stopped_since)}`}
        action={
          pathname + search !== EMAIL_LOG && (
            <Button size="sm" asChild>
              <RouterLink to={EMAIL_LOG}>Open email log</RouterLink>
            </Button>
          )
        }
      >
        {stopped.problem && `${PROBLEMS[stopped.problem] ?? ""} `}
        {formatCount(stopped.waiting)} {one ? "email is" : "emails are"} waiting. We keep trying, and{" "}
        {one ? "it" : "they"}'ll go out as soon as it works again.
      </Banner>
    </div>
  );
}
