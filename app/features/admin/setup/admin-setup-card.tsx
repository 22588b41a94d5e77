import { useQuery } from "@tanstack/react-query";
import { ShieldPlus } from "lucide-react";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";

/** Spec §8 Admin setup. */
const TEXTS = {
  added: "Admin role added successfully! Please refresh the page.",
  notSignedIn: "Please log in first",
  alreadyAdmin: "You already have admin role!",
  refused: "Failed to add admin role",
  failed: "Setup failed",
} as const;

/** Spec §8: the page reloads this long after the role was added. */
const RELOAD_AFTER_MS = 2_000;
const NO_SESSION = "no_session";
const UNIQUE_VIOLATION = "23505";

/** The one-time Admin Setup card (spec §2, §6), for the one account that the database names. */
export function AdminSetupCard({ userId }: { userId: string }) {
  const { data: mayBecomeAdmin } = useQuery({
    queryKey: queryKeys.adminSetup(userId),
    queryFn: () => rpc("can_set_up_admin"),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const setUp = useAction({
    action: addAdminRole,
    successMessage: TEXTS.added,
    errorMessage: TEXTS.failed,
    explain: explainProblem,
    // The button stays busy until the reload.
    onSuccess: () => new Promise(() => setTimeout(() => location.reload(), RELOAD_AFTER_MS)),
  });
  if (!mayBecomeAdmin) return null;
  return (
    <Card className="flex flex-wrap items-center gap-4 p-4">
      <ShieldPlus size={20} aria-hidden="true" className="text-ink-3" />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-sm font-semibold">Admin Setup</h2>
        <p className="text-13 text-ink-2">Your account can become an admin. You can do this once.</p>
      </div>
      <Button loading={setUp.busy} onClick={() => void setUp.run()}>
        Add Admin Role
      </Button>
    </Card>
  );
}

/** Spec §6: inserts the active admin role for the current user, if the database allows it. */
async function addAdminRole(): Promise<void> {
  const { data } = await (await getSupabase()).auth.getSession();
  if (!data.session) throw new ServiceError("session-ended", TEXTS.notSignedIn, NO_SESSION);
  const { id } = data.session.user;
  await runQuery((db) => db.from("user_roles").insert({ user_id: id, role: "admin", status: "active" }));
}

function explainProblem(error: unknown): string {
  if (!(error instanceof ServiceError)) return TEXTS.failed;
  if (error.code === NO_SESSION) return TEXTS.notSignedIn;
  return error.code === UNIQUE_VIOLATION ? TEXTS.alreadyAdmin : TEXTS.refused;
}
