import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck, Smartphone } from "lucide-react";
import { useRef, useState } from "react";
import { rpc } from "~/shared/api.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import type { AuthenticatorApp } from "~/shared/second-factor/factors.ts";
import { createRecoveryCodes, RECOVERY_CODES_TEXT, RecoveryCodes } from "~/shared/second-factor/recovery-codes.tsx";
import { SetUpApp } from "~/shared/second-factor/set-up-app.tsx";
import { FormSkeleton } from "~/shared/settings/form-skeleton.tsx";
import { SettingsCard } from "~/shared/settings/settings-card.tsx";
import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { formatDay, formatMoment } from "../../../../domain/format-date.ts";
import { authenticatorAppsQuery } from "../settings/api.ts";
import { RecoveryCodesRow } from "./recovery-codes-row.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";

export function SecuritySection({ userId }: { userId: string }) {
  const client = useQueryClient();
  const [settingUp, setSettingUp] = useState(false);
  const [newCodes, setNewCodes] = useState<string[]>([]);
  const codesRow = useRef<HTMLDivElement>(null);
  const apps = useQuery({ ...authenticatorAppsQuery(userId), staleTime: 0 });
  const rule = useQuery({
    queryKey: queryKeys.secondFactorRule(userId),
    queryFn: () => rpc("must_have_second_factor"),
    staleTime: 0,
  });
  const refresh = async () => {
    await Promise.all(
      [
        queryKeys.authenticatorApps(userId),
        queryKeys.recoveryCodes(userId),
        queryKeys.secondFactorState(),
        queryKeys.sessions(userId),
      ].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
  const finish = async (name: string) => {
    const isFirst = !apps.data?.length;
    toast.success(isFirst ? "Two-step sign-in is on." : `“${name}” is added.`);
    // Without codes, the settings offer to create them.
    const codes = isFirst ? await createRecoveryCodes().catch(() => []) : [];
    await refresh();
    setSettingUp(false);
    setNewCodes(codes);
  };
  return (
    <SettingsCard
      title="Two-step sign-in"
      text="After your password, we ask for a code from an app on your phone. A stolen password alone doesn't open your account."
      flush
      action={apps.data && (apps.data.length > 0 ? <Chip tone="ok">On</Chip> : <Chip>Off</Chip>)}
    >
      <QueryBoundary
        query={apps}
        errorMessage="Your authenticator apps couldn't be loaded"
        skeleton={
          <div className="px-5 pb-5">
            <FormSkeleton label="Loading your authenticator apps" fields={2} />
          </div>
        }
      >
        {(list) =>
          list.length > 0 ? (
            <>
              <Apps list={list} isRequired={rule.data} onAdd={() => setSettingUp(true)} onRemoved={refresh} />
              <div ref={codesRow} tabIndex={-1} className="outline-none">
                <RecoveryCodesRow userId={userId} onCreated={setNewCodes} />
              </div>
            </>
          ) : (
            <NoApps onAdd={() => setSettingUp(true)} />
          )
        }
      </QueryBoundary>
      <NewCodesDialog
        codes={newCodes}
        onClose={() => setNewCodes([])}
        onClosed={() => codesRow.current?.focus({ preventScroll: true })}
      />
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

type NewCodesProps = {
  codes: readonly string[];
  onClose: () => void;
  /** Moves the focus, because the dialog that opened this one is gone. */
  onClosed: () => void;
};

function NewCodesDialog({ codes, onClose, onClosed }: NewCodesProps) {
  return (
    <Dialog open={codes.length > 0} onOpenChange={(open) => open || onClose()}>
      <DialogContent
        // The codes are shown only now, so only the button closes them.
        onInteractOutside={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onClosed();
        }}
      >
        <DialogTitle>Keep your recovery codes</DialogTitle>
        <DialogDescription>{RECOVERY_CODES_TEXT}</DialogDescription>
        <RecoveryCodes codes={codes} />
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="primary">I've kept them</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
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

type AppsProps = {
  list: readonly AuthenticatorApp[];
  /** Whether the agency requires two-step sign-in of this person; undefined until that is known. */
  isRequired: boolean | undefined;
  onAdd: () => void;
  onRemoved: () => Promise<void>;
};

function Apps({ list, isRequired, onAdd, onRemoved }: AppsProps) {
  return (
    <>
      <ul aria-label="Authenticator apps" className="border-line-soft border-t">
        {list.map((app) => (
          <AppRow key={app.id} app={app} isLast={list.length === 1} isRequired={isRequired} onRemoved={onRemoved} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line-soft border-t px-5 py-3 phone:px-4">
        <Button onClick={onAdd} className="phone:w-full">
          Add another app
        </Button>
        <p className="min-w-0 flex-1 basis-64 text-13 text-ink-3">
          {list.length === 1
            ? "Add a second app on another device, so a lost phone doesn't lock you out."
            : "If you lose all of them, use a recovery code."}
        </p>
      </div>
    </>
  );
}

type Props = {
  app: AuthenticatorApp;
  /** Removing the last app turns two-step sign-in off, unless the agency requires it. */
  isLast: boolean;
  isRequired: boolean | undefined;
  onRemoved: () => Promise<void>;
};

function AppRow({ app, isLast, isRequired, onRemoved }: Props) {
  const [removing, setRemoving] = useState(false);
  return (
    <li className="flex items-center gap-3 border-line-soft border-b px-5 py-3 last:border-b-0 phone:px-4">
      <Smartphone aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium text-13">{app.name}</p>
        <p className="text-ink-3 text-xs">
          Added{" "}
          <time dateTime={app.addedAt} title={formatMoment(app.addedAt)}>
            {formatDay(app.addedAt)}
          </time>
          {app.lastUsedAt && (
            <>
              , last used <TimeAgo at={app.lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button size="sm" aria-label={`Remove ${app.name}`} onClick={() => setRemoving(true)}>
        Remove
      </Button>
      {removing && (
        <RemoveDialog
          app={app}
          isLast={isLast}
          isRequired={isRequired}
          onRemoved={onRemoved}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}

type SetUpDialogProps = { takenNames: readonly string[]; onDone: (name: string) => Promise<void>; onClose: () => void };

function SetUpDialog({ takenNames, onDone, onClose }: SetUpDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()}>
        <DialogTitle>Set up an authenticator app</DialogTitle>
        <DialogDescription>
          This signs out your other devices. You'll need a code to sign in on them again.
        </DialogDescription>
        <SetUpApp
          takenNames={takenNames}
          onDone={onDone}
          cancel={
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
          }
        />
      </DialogContent>
    </Dialog>
  );
}
