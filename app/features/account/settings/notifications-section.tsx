import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeCached } from "~/shared/change-cached.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Checkbox } from "~/ui/checkbox.tsx";
import type { Role } from "../../../../domain/roles.ts";
import { notificationChoicesQuery, saveNotificationChoice } from "./api.ts";

/** Which emails a user receives. Each change is saved at once. */
export function NotificationsSection({ userId, role }: { userId: string; role: Role | null }) {
  const choices = useQuery(notificationChoicesQuery(userId));
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
  // Cache readers see the change a moment later. Without this, the checkbox would flip back for that moment.
  const [pending, setPending] = useState<boolean | null>(null);
  const choose = useAction<boolean>({
    action: (next) => saveNotificationChoice(userId, kind, next),
    errorMessage: `“${label}” could not be changed`,
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

/** Emails that users can turn off, by their database names. */
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

/** Emails that users cannot turn off. They are listed so that nobody looks for the switch. */
const ALWAYS_SENT: Record<Role, string> = {
  client:
    "New invoices, payments that failed, answers to your requests, and everything about the safety of your account.",
  sales: "Leads that are escalated, decisions about your access, and everything about the safety of your account.",
  admin: "Leads that are escalated, decisions about your own access, and everything about the safety of your account.",
};
