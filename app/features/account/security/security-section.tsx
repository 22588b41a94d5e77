import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { type AuthenticatorApp, listApps } from "~/shared/second-factor/factors.ts";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { AppRow } from "./app-row.tsx";
import { SetUpDialog } from "./set-up-dialog.tsx";

/** Two-step sign-in: the person's authenticator apps, another one, and what to do without the phone. */
export function SecuritySection({ userId }: { userId: string }) {
  const client = useQueryClient();
  const [settingUp, setSettingUp] = useState(false);
  const apps = useQuery({ queryKey: queryKeys.authenticatorApps(userId), queryFn: listApps, staleTime: 0 });
  const refresh = async () => {
    await Promise.all(
      [queryKeys.authenticatorApps(userId), queryKeys.secondFactorState(), queryKeys.sessions(userId)].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
  const finish = async (name: string) => {
    toast.success(apps.data?.length ? `“${name}” is added.` : "Two-step sign-in is on.");
    await refresh();
    setSettingUp(false);
  };
  return (
    <SettingsCard
      title="Two-step sign-in"
      text="After your password, we ask for a code from an app on your phone. A stolen password alone does not open your account."
      flush
      action={apps.data && (apps.data.length > 0 ? <Chip tone="ok">On</Chip> : <Chip>Off</Chip>)}
    >
      <QueryBoundary
        query={apps}
        errorMessage="Your authenticator apps could not be loaded"
        skeleton={
          <div className="px-5 pb-5">
            <FormSkeleton label="Loading your authenticator apps" fields={2} />
          </div>
        }
      >
        {(list) =>
          list.length > 0 ? (
            <Apps list={list} onAdd={() => setSettingUp(true)} onRemoved={refresh} />
          ) : (
            <NoApps onAdd={() => setSettingUp(true)} />
          )
        }
      </QueryBoundary>
      {settingUp && (
        <SetUpDialog
          takenNames={apps.data?.map(({ name }) => name) ?? []}
          onDone={finish}
          onClose={() => setSettingUp(false)}
        />
      )}
    </SettingsCard>
  );
}

function NoApps({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={<ShieldCheck />}
      title="No authenticator app yet"
      text="Use any authenticator app, such as 1Password, Google Authenticator or Microsoft Authenticator."
      className="border-line-soft border-t"
    >
      <Button variant="primary" onClick={onAdd}>
        Set up an authenticator app
      </Button>
    </EmptyState>
  );
}

type AppsProps = { list: readonly AuthenticatorApp[]; onAdd: () => void; onRemoved: () => Promise<void> };

function Apps({ list, onAdd, onRemoved }: AppsProps) {
  return (
    <>
      <ul aria-label="Authenticator apps" className="border-line-soft border-t">
        {list.map((app) => (
          <AppRow key={app.id} app={app} isLast={list.length === 1} onRemoved={onRemoved} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line-soft border-t px-5 py-3 phone:px-4">
        <Button onClick={onAdd} className="phone:w-full">
          Add another app
        </Button>
        <p className="min-w-0 flex-1 basis-64 text-13 text-ink-3">
          {list.length === 1
            ? "Add a second app on another device, so that a lost phone does not lock you out."
            : "If you lose all of them, an admin can reset two-step sign-in for you."}
        </p>
      </div>
    </>
  );
}
