import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeCached } from "~/shared/change-cached.ts";
import { portalRightsQuery } from "~/shared/portal-rights.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Checkbox } from "~/ui/checkbox.tsx";
import { notificationKindsOf } from "../../../../domain/notification-kinds.ts";
import type { Role } from "../../../../domain/roles.ts";
import { notificationChoicesQuery, saveNotificationChoice } from "./api.ts";
import { alwaysSent, partsSeen } from "./emails-sent.ts";

const CARD = { title: "Notifications", text: "Emails about your account." };

/** Which emails a user receives. Each change is saved at once. */
export function NotificationsSection({ userId, role }: { userId: string; role: Role | null }) {
  const choices = useQuery(notificationChoicesQuery(userId));
  const rights = useQuery({ ...portalRightsQuery(userId), enabled: role === "client" });
  const isClient = role === "client";
  const seen = partsSeen(isClient, rights.data);
  const kinds = notificationKindsOf(role, seen);
  // New invoices name the first owner.
  const billed = rights.data?.sees_money && !seen.bills ? rights.data.owners[0]?.name : undefined;
  if (isClient && rights.isPending)
    return (
      <SettingsCard {...CARD}>
        <FormSkeleton label="Loading your notification settings" fields={2} />
      </SettingsCard>
    );
  return (
    <SettingsCard {...CARD} text={kinds.length > 0 ? `${CARD.text} Changes save automatically.` : CARD.text}>
      <div className="grid gap-4">
        {kinds.length > 0 && (
          <QueryBoundary
            query={choices}
            errorMessage="Your notification settings couldn't be loaded"
            skeleton={<FormSkeleton label="Loading your notification settings" fields={2} />}
          >
            {(chosen) => (
              <fieldset className="grid gap-3">
                <legend className="sr-only">Emails you get</legend>
                {kinds.map(({ kind, label, text }) => (
                  <NotificationToggle
                    key={kind}
                    userId={userId}
                    kind={kind}
                    label={label}
                    text={text}
                    enabled={chosen[kind] ?? true}
                  />
                ))}
              </fieldset>
            )}
          </QueryBoundary>
        )}
        <p className="max-w-[65ch] text-13 text-ink-3">
          <b className="font-medium text-ink-2">Always sent:</b> {alwaysSent(role, seen)}
        </p>
        {billed && <p className="max-w-[65ch] text-13 text-ink-3">Other emails about invoices go to {billed}.</p>}
      </div>
    </SettingsCard>
  );
}

type Props = { userId: string; kind: string; label: string; text: string; enabled: boolean };

function NotificationToggle({ userId, kind, label, text, enabled }: Props) {
  const client = useQueryClient();
  const queryKey = queryKeys.notificationChoices(userId);
  // Cache readers see the change a moment later. Without this, the checkbox would flip back for that moment.
  const [pending, setPending] = useState<boolean | null>(null);
  const choose = useAction<boolean>({
    action: (next) => saveNotificationChoice(userId, kind, next),
    errorMessage: `“${label}” couldn't be changed`,
    optimistic: (next) =>
      changeCached<Record<string, boolean>>(client, queryKey, (chosen) => ({ ...chosen, [kind]: next })),
  });
  return (
    <Checkbox
      label={<span className="font-medium">{label}</span>}
      hint={<span className="block pl-6">{text}</span>}
      checked={pending ?? enabled}
      onChange={({ currentTarget: { checked } }) => {
        setPending(checked);
        void choose.run(checked).then(() => setPending(null));
      }}
    />
  );
}
