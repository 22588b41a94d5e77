import { Download } from "lucide-react";
import { useState } from "react";
import { rpc, runQuery } from "~/shared/api.ts";
import { downloadFile } from "~/shared/download-file.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { useAction } from "~/shared/use-action.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { Button } from "~/ui/button.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { localToday } from "../../../../domain/zoned-time.ts";

/** Its parts are the database's own rows, which the file has as they are. */
const ownData = z.record(z.string(), z.unknown());

/** The request is one of the help center's, in the user's own name. */
const requestDeletion = (asked: { id: string; userId: string; email: string; business: string }) =>
  runQuery((db) =>
    db.from("change_requests").insert({
      id: asked.id,
      user_id: asked.userId,
      user_email: asked.email,
      business_name: asked.business,
      request_type: "general_inquiry",
      message: "Please delete my account and my personal data.",
    }),
  );

/** A copy of the user's own data, and the request to delete their account. */
export function OwnDataSection({ userId, email }: { userId: string; email: string }) {
  const { data: profile } = useProfile(userId);
  const [isAsking, setAsking] = useState(false);
  const [isAsked, setAsked] = useState(false);
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
    action: (_: undefined, id) => requestDeletion({ id, userId, email, business: profile?.company || email }),
    successMessage: "Request sent. You'll get an email when it's answered",
    errorMessage: "Couldn't send the request",
    invalidates: [queryKeys.changeRequests()],
    onSuccess: () => {
      setAsking(false);
      setAsked(true);
    },
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
        {isAsked ? (
          <p role="status" className="text-13 text-ink-2">
            Your request is sent. Your account stays as it is until an admin answers.
          </p>
        ) : (
          <Button className="justify-self-start" onClick={() => setAsking(true)}>
            Ask for deletion
          </Button>
        )}
      </SettingsCard>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Ask for the deletion of your account?"
        description="We send a request to the admins in your name. Nothing is deleted until they have answered."
        confirmLabel="Send request"
        busy={ask.busy}
        onConfirm={() => void ask.run(undefined)}
      />
    </>
  );
}
