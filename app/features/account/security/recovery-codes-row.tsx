import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { acceptsRecoveryCodes, createRecoveryCodes } from "~/shared/second-factor/recovery-codes.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";

type Props = { userId: string; onCreated: (codes: string[]) => void };

/** How many recovery codes are left, and a way to create new ones. Hidden where the auth server doesn't accept any. */
export function RecoveryCodesRow({ userId, onCreated }: Props) {
  const [asking, setAsking] = useState(false);
  const { data: left } = useQuery({ queryKey: queryKeys.recoveryCodes(userId), queryFn: countCodes, staleTime: 0 });
  if (left === undefined || left === null) return null;
  return (
    <div className="flex items-center gap-3 border-line-soft border-t px-5 py-3 phone:px-4">
      <KeyRound aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-13">Recovery codes</p>
        <p className={left < 3 ? "text-warn-fg text-xs" : "text-ink-3 text-xs"}>{leftText(left)}</p>
      </div>
      <Button size="sm" onClick={() => setAsking(true)}>
        Create new codes
      </Button>
      {asking && (
        <CreateDialog
          hasCodes={left > 0}
          onClose={() => setAsking(false)}
          onCreated={(codes) => {
            setAsking(false);
            onCreated(codes);
          }}
          userId={userId}
        />
      )}
    </div>
  );
}

const countCodes = async (): Promise<number | null> =>
  (await acceptsRecoveryCodes()) ? await rpc("recovery_codes_left") : null;

function leftText(left: number): string {
  if (left === 0) return "None left. Without your phone, you can't sign in.";
  return left === 1 ? "1 code left" : `${left} codes left`;
}

type CreateProps = Props & { hasCodes: boolean; onClose: () => void };

function CreateDialog({ userId, hasCodes, onCreated, onClose }: CreateProps) {
  const create = useAction({
    action: createRecoveryCodes,
    errorMessage: "Couldn't create the codes",
    invalidates: [queryKeys.recoveryCodes(userId)],
    onSuccess: onCreated,
  });
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        <DialogTitle>Create new recovery codes?</DialogTitle>
        <DialogDescription>
          {hasCodes
            ? "You get ten new codes. Your current ones stop working."
            : "You get ten codes, each for one sign-in."}
        </DialogDescription>
        <DialogFooter>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" loading={create.busy} onClick={() => void create.run()}>
            <span>Create codes</span>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
