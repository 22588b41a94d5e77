import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { AuthProblem, UNEXPECTED } from "~/shared/auth-problem.ts";
import * as z from "~/shared/schema.ts";
import { CodeForm } from "~/shared/second-factor/code-form.tsx";
import { type AuthenticatorApp, removeApp, requiresCode } from "~/shared/second-factor/factors.ts";
import { useAction } from "~/shared/use-action.ts";
import { useActionForm } from "~/shared/use-action-form.ts";
import { useSession } from "~/shared/use-session.ts";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { checkPassword } from "../settings/api.ts";
import { CurrentPasswordField } from "../settings/current-password-field.tsx";

type Props = {
  app: AuthenticatorApp;
  isLast: boolean;
  /** Undefined until it is known. */
  isRequired: boolean | undefined;
  onRemoved: () => Promise<void>;
  onClose: () => void;
};

/** What happens without any app, by whether the agency requires two-step sign-in. */
const LAST_APP = {
  true: "Your agency requires two-step sign-in for your role. You have to set up an app again before you can continue. Other devices that signed in with this app are signed out.",
  false:
    "This turns off two-step sign-in. Then your password alone is enough to sign in. Other devices that signed in with this app are signed out.",
  undefined: "Its codes stop working. Other devices that signed in with it are signed out.",
};

/**
 * Asks before it removes an app. A session without a verified code must enter one first. The last app needs the password, as a new
 * password does, because it would be enough to sign in afterward.
 */
export function RemoveDialog({ app, isLast, isRequired, onRemoved, onClose }: Props) {
  const [needsCode, setNeedsCode] = useState(false);
  useEffect(() => {
    void requiresCode().then(setNeedsCode);
  }, []);
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        <DialogTitle>Remove “{app.name}”?</DialogTitle>
        <DialogDescription>
          {isLast
            ? LAST_APP[`${isRequired}`]
            : "Its codes stop working. If you signed in with it, we ask for a code from your other app. Other devices that signed in with it are signed out."}
        </DialogDescription>
        {needsCode ? (
          <CodeForm appId={app.id} autoFocus onVerified={() => setNeedsCode(false)}>
            {(busy) => (
              <DialogFooter>
                <Cancel />
                <Button type="submit" variant="primary" loading={busy}>
                  <span>Continue</span>
                </Button>
              </DialogFooter>
            )}
          </CodeForm>
        ) : isLast ? (
          <ConfirmLast app={app} onRemoved={onRemoved} onCodeNeeded={() => setNeedsCode(true)} onClose={onClose} />
        ) : (
          <Confirm app={app} onRemoved={onRemoved} onCodeNeeded={() => setNeedsCode(true)} onClose={onClose} />
        )}
      </DialogContent>
    </Dialog>
  );
}

type ConfirmProps = Omit<Props, "isLast" | "isRequired"> & { onCodeNeeded: () => void };

function useRemoval({ app, onRemoved, onCodeNeeded, onClose }: ConfirmProps) {
  const { revalidate } = useRevalidator();
  return {
    successMessage: (outcome: Outcome) => (outcome === "removed" ? `“${app.name}” is removed.` : null),
    errorMessage: UNEXPECTED,
    onSuccess: async (outcome: Outcome) => {
      if (outcome === "code-needed") return onCodeNeeded();
      await onRemoved();
      onClose();
      // When the agency requires two-step sign-in, the guard redirects to the set-up of a new app.
      await revalidate();
    },
  };
}

function Confirm(props: ConfirmProps) {
  const remove = useAction({ action: () => tryToRemove(props.app.id), ...useRemoval(props) });
  return (
    <DialogFooter>
      <Cancel />
      <Button variant="danger" loading={remove.busy} onClick={() => void remove.run()}>
        <span>Remove app</span>
      </Button>
    </DialogFooter>
  );
}

const passwordSchema = z.object({ current: z.string().check(z.minLength(1, "Enter your current password")) });

function ConfirmLast(props: ConfirmProps) {
  const email = useSession().user?.email ?? "";
  const form = useActionForm({
    schema: passwordSchema,
    action: async ({ current }) => {
      await checkPassword(email, current);
      return tryToRemove(props.app.id);
    },
    fieldErrors: (error: unknown) =>
      error instanceof AuthProblem && error.code === "invalid-credentials"
        ? { current: "This isn't your current password" }
        : undefined,
    ...useRemoval(props),
  });
  return (
    <form {...form.props} className="grid gap-4">
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <CurrentPasswordField email={email} error={form.errors.current} />
      <DialogFooter>
        <Cancel />
        <Button type="submit" variant="danger" loading={form.busy}>
          <span>Remove app</span>
        </Button>
      </DialogFooter>
    </form>
  );
}

type Outcome = "removed" | "code-needed";

/** An app that was already removed elsewhere counts as removed. */
async function tryToRemove(appId: string): Promise<Outcome> {
  try {
    await removeApp(appId);
  } catch (error) {
    const code = error instanceof AuthProblem ? error.code : null;
    if (code === "code-needed") return code;
    if (code !== "no-such-app") throw error;
  }
  return "removed";
}

function Cancel() {
  return (
    <DialogClose asChild>
      <Button>Cancel</Button>
    </DialogClose>
  );
}
