import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { toast } from "~/shared/toast.ts";
import { Checkbox } from "~/ui/checkbox.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { listNotificationChoices, saveNotificationChoice } from "./api.ts";

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

/** E-mails that somebody may do without, as the database names them. */
const NOTIFICATION_KINDS = [
  {
    kind: "payment-received",
    role: "client",
    label: "Payment received",
    text: "A receipt when an invoice of yours is paid.",
  },
  {
    kind: "retainer-renewing",
    role: "client",
    label: "Retainer renewing",
    text: "A word some days before the next charge of a retainer.",
  },
  {
    kind: "trial-ending",
    role: "client",
    label: "Free trial ending",
    text: "A word before your free trial turns into a paid plan.",
  },
  {
    kind: "lead-arrived",
    role: "sales",
    label: "New leads",
    text: "When somebody new writes, or somebody known writes again.",
  },
  {
    kind: "lead-clock",
    role: "sales",
    label: "Leads that wait",
    text: "When a lead of yours, or one that nobody has claimed, is close to its target or past it.",
  },
  {
    kind: "sign-up-waiting",
    role: "admin",
    label: "Sign-up waiting",
    text: "When somebody has confirmed their address and waits for your approval.",
  },
] as const satisfies readonly { kind: string; role: Role; label: string; text: string }[];

/** What nobody can switch off, said so that nobody looks for the switch. */
const ALWAYS_SENT: Record<Role, string> = {
  client:
    "New invoices, payments that failed, answers to your requests, and everything about the safety of your account.",
  sales: "Leads that are escalated, decisions about your access, and everything about the safety of your account.",
  admin: "Leads that are escalated, decisions about your own access, and everything about the safety of your account.",
};
