import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { rpc } from "~/shared/api.ts";
import { downloadFile } from "~/shared/download-file.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { Link } from "~/ui/link.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { localToday } from "../../../../domain/zoned-time.ts";

/** Its parts are the database's own rows, which the file has as they are. */
const ownData = z.record(z.string(), z.unknown());

const openRequest = z.nullable(z.object({ id: z.string(), created_at: z.string() }));

/** Where people read their requests. Sales people get the answer by email. */
const REQUEST_PAGES: Partial<Record<string, string>> = {
  client: "/client-dashboard?tab=communication",
  admin: "/admin/requests",
};

/** A copy of the user's own data, and the request to delete their account, of which one is open at a time. */
export function OwnDataSection({ userId, role }: { userId: string; role: string | null }) {
  const [isAsking, setAsking] = useState(false);
  const asked = useQuery({
    queryKey: queryKeys.deletionRequest(userId),
    queryFn: () => rpc("deletion_request", {}, openRequest),
  });
  const page = role && REQUEST_PAGES[role];
  const download = useAction({
    action: async () => {
      const data = await rpc("own_data", {}, ownData);
      downloadFile(`my-data-${localToday()}.json`, "application/json", JSON.stringify(data, null, 2));
    },
    isRead: true,
    successMessage: "Your data was downloaded",
    errorMessage: "Couldn't download your data",
  });
  const ask = useAction({
    // A second request, from another tab, is the open one.
    action: (_: undefined, id) => rpc("ask_for_deletion", { p_request_id: id }),
    successMessage: "Request sent. You'll get an email when it's answered",
    errorMessage: "Couldn't send the request",
    invalidates: [queryKeys.changeRequests()],
    onSuccess: () => setAsking(false),
  });
  return (
    <>
      <SettingsCard
        title="Download your data"
        text="One JSON file with your profile, accounts, sessions, requests, notes and invoices."
      >
        <Button className="justify-self-start" loading={download.busy} onClick={() => void download.run()}>
          <Download aria-hidden="true" />
          <span>Download my data</span>
        </Button>
      </SettingsCard>
      <SettingsCard
        title="Delete your account"
        text="An admin checks what the law requires us to keep, such as invoices, and erases everything else."
      >
        <QueryBoundary
          query={asked}
          errorMessage="Failed to load your request"
          skeleton={<Skeleton className="h-8 w-36" />}
        >
          {(request) =>
            request ? (
              <p role="status" className="text-13 text-ink-2">
                You asked for this on {formatDay(request.created_at)}. Your account stays as it is until an admin
                answers.{" "}
                {page && (
                  <Link asChild>
                    <RouterLink to={`${page}#request-${request.id}`}>See your request</RouterLink>
                  </Link>
                )}
              </p>
            ) : (
              <Button className="justify-self-start" onClick={() => setAsking(true)}>
                Ask for deletion
              </Button>
            )
          }
        </QueryBoundary>
      </SettingsCard>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Ask us to delete your account?"
        description="We send a request to the admins in your name. Nothing is deleted until they have answered."
        confirmLabel="Send request"
        busy={ask.busy}
        onConfirm={() => void ask.run(undefined)}
      />
    </>
  );
}
