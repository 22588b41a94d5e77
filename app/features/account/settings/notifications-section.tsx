import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { toast } from "~/shared/toast.ts";
import { Checkbox } from "~/ui/checkbox.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { listNotificationChoices, saveNotificationChoice } from "./notification-choices.ts";
import { ALWAYS_SENT, NOTIFICATION_KINDS } from "./notification-kinds.ts";

/** Which e-mails somebody wants; each box is kept as soon as it changes. */
export function NotificationsSection({ userId, role }: { userId: string; role: Role | null }) {
  const choices = useQuery({
    queryKey: queryKeys.notificationChoices(userId),
    queryFn: () => listNotificationChoices(userId),
  });
  const kinds = NOTIFICATION_KINDS.filter((each) => each.role === role);
  return (
    <SettingsCard title="Notifications" text="E-mails about your account. A change is kept at once.">
      <div className="grid gap-4">
        {kinds.length > 0 && (
          <QueryBoundary
            query={choices}
            errorMessage="Your choices could not be loaded"
            skeleton={<FormSkeleton label="Loading your choices" fields={2} />}
          >
            {(chosen) => (
              <fieldset className="grid gap-3">
                <legend className="sr-only">E-mails you receive</legend>
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
          <b className="font-medium text-ink-2">Always sent:</b> {ALWAYS_SENT[role ?? "sales"]}
        </p>
      </div>
    </SettingsCard>
  );
}

type Props = { userId: string; kind: string; label: string; text: string; enabled: boolean };

function NotificationToggle({ userId, kind, label, text, enabled }: Props) {
  const client = useQueryClient();
  const queryKey = queryKeys.notificationChoices(userId);
  const put = (value: boolean) =>
    client.setQueryData<Record<string, boolean>>(queryKey, (chosen) => ({ ...chosen, [kind]: value }));
  // The cache tells its readers a moment later: without this the box would jump back for that long.
  const [optimisticChoice, setOptimisticChoice] = useState<boolean | null>(null);
  const choose = useMutation({
    mutationFn: (next: boolean) => saveNotificationChoice(userId, kind, next),
    onSettled: () => setOptimisticChoice(null),
    onError: (_, next) => {
      put(!next);
      toast.error(`“${label}” could not be changed. Please try again.`);
    },
  });
  return (
    <Checkbox
      label={<span className="font-medium">{label}</span>}
      hint={<span className="block pl-6">{text}</span>}
      checked={optimisticChoice ?? enabled}
      onChange={({ currentTarget: { checked } }) => {
        setOptimisticChoice(checked);
        put(checked);
        choose.mutate(checked);
      }}
    />
  );
}
