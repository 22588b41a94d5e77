import { useQuery } from "@tanstack/react-query";
import { ShieldPlus } from "lucide-react";
import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { addAdminRole } from "./add-admin-role.ts";
import { ADMIN_SETUP_TEXTS } from "./admin-setup-messages.ts";
import { canSetUpAdmin } from "./can-set-up-admin.ts";

/** Spec §8: the reload after the role was added. */
const RELOAD_AFTER_MS = 2_000;

/** The one-time Admin Setup card (spec §2, §6), for the one account that the database names. */
export function AdminSetupCard({ userId }: { userId: string }) {
  const { data: mayBecomeAdmin } = useQuery({
    queryKey: queryKeys.adminSetup(userId),
    queryFn: canSetUpAdmin,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [busy, setBusy] = useState(false);
  const setUp = useSingleFlight(async () => {
    setBusy(true);
    const outcome = await addAdminRole();
    if (outcome === "added") {
      toast.success(ADMIN_SETUP_TEXTS.added);
      setTimeout(() => location.reload(), RELOAD_AFTER_MS);
      return;
    }
    toast.error(ADMIN_SETUP_TEXTS[outcome]);
    setBusy(false);
  });
  if (!mayBecomeAdmin) return null;
  return (
    <Card className="flex flex-wrap items-center gap-4 p-4">
      <ShieldPlus size={20} aria-hidden="true" className="text-ink-3" />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-sm font-semibold">Admin Setup</h2>
        <p className="text-13 text-ink-2">This account may make itself the first admin. It is asked once.</p>
      </div>
      <Button loading={busy} onClick={() => void setUp()}>
        Add Admin Role
      </Button>
    </Card>
  );
}
