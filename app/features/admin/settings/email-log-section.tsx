import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Mail, Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { type EmailStatus, emailLogQuery, failedEmailsQuery, resendFailedEmails } from "./api.ts";
import { EmailLogTable } from "./email-log-table.tsx";

type Shown = EmailStatus | "all";

/** Sent, waiting and failed emails. Failed ones can be sent again, one by one or together. */
export function EmailLogSection() {
  const [typed, setTyped] = useState("");
  const [shown, setShown] = useState<Shown>("all");
  const query = useDeferredValue(typed.trim());
  const log = useInfiniteQuery(emailLogQuery(shown, query));
  const filtered = query !== "" || shown !== "all";
  return (
    <SettingsCard
      title="Email log"
      text="Every email we sent, kept for the period you set in Data retention. Message texts aren't shown because they contain private links."
      flush
    >
      <div className="flex flex-wrap gap-2 px-5 pb-3 phone:px-4">
        <div className="relative min-w-0 flex-1 basis-56">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 z-10 my-auto size-4 text-ink-3"
          />
          <Field label="Search the email log" hideLabel>
            <Input
              type="search"
              value={typed}
              placeholder="Address, type or subject"
              className="pl-9"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </Field>
        </div>
        <Field label="Status" hideLabel className="w-40 phone:w-full">
          <NativeSelect value={shown} onChange={(event) => setShown(event.currentTarget.value as Shown)}>
            <option value="all">All</option>
            <option value="done">Sent</option>
            <option value="queued">Waiting</option>
            <option value="running">Sending</option>
            <option value="failed">Failed</option>
            <option value="skipped">Not sent</option>
          </NativeSelect>
        </Field>
      </div>
      <ResendAll />
      <QueryBoundary
        query={log}
        errorMessage="Couldn't load the email log"
        skeleton={<TableSkeleton label="Loading the email log" />}
      >
        {({ pages }) => {
          const emails = pages.flatMap((page) => page.emails);
          const total = pages[0]?.total ?? 0;
          return (
            <div className="border-line-soft border-t">
              <p role="status" className="sr-only">
                {total} {total === 1 ? "email" : "emails"}
              </p>
              {emails.length === 0 && !log.isPlaceholderData ? (
                <EmptyState
                  icon={<Mail />}
                  title={filtered ? "No matching emails" : "No emails yet"}
                  text={filtered ? "Try another search or status." : "Emails appear here when we send them."}
                />
              ) : (
                <EmailLogTable emails={emails} outdated={log.isPlaceholderData} />
              )}
              {log.hasNextPage && (
                <div className="flex items-center justify-between gap-3 border-line-soft border-t px-5 py-2.5 text-13 text-ink-3">
                  <span>
                    {emails.length} of {total}
                  </span>
                  <Button size="sm" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                    <span>Show more</span>
                  </Button>
                </div>
              )}
            </div>
          );
        }}
      </QueryBoundary>
    </SettingsCard>
  );
}

const emails = (count: number) => (count === 1 ? "1 email" : `${formatCount(count)} emails`);

/** Appears while emails have failed. */
function ResendAll() {
  const { data: failed } = useQuery(failedEmailsQuery());
  const resend = useAction<void, number>({
    action: (_input, id) => resendFailedEmails(id),
    successMessage: (count) =>
      count > 0 ? `Resending ${emails(count)}` : "All failed emails are already on their way",
    errorMessage: "Couldn't resend the emails",
    invalidates: [["email-log"], ["mail-status"]],
  });
  if (!failed || failed.resendable + failed.unconfirmed === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 pb-3 text-13 phone:px-4">
      <p className="min-w-0 flex-1 basis-56 text-ink-2">
        {failed.resendable > 0 && `${emails(failed.resendable)} failed. `}
        {failed.unconfirmed > 0 &&
          `${emails(failed.unconfirmed)} may have arrived, so ${failed.unconfirmed === 1 ? "it" : "they"} can only be resent one by one.`}
      </p>
      {failed.resendable > 0 && (
        <Button size="sm" loading={resend.busy} onClick={() => void resend.run()} className="phone:w-full">
          <span>Resend all failed emails</span>
        </Button>
      )}
    </div>
  );
}
