import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { type AgencySettings, loadAgencySettings } from "./agency-settings.ts";

/** Another admin was quicker: said where the words still stand, with the way to see theirs. */
export function ConflictBanner({ onLoaded }: { onLoaded: (fresh: AgencySettings) => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    try {
      const fresh = await loadAgencySettings();
      client.setQueryData(queryKeys.agencySettings(), fresh);
      onLoaded(fresh);
    } catch {
      toast.error("The new values could not be loaded. Please try again.");
      setBusy(false);
    }
  };
  return (
    <Banner
      tone="warn"
      role="alert"
      title="Somebody else changed this while you were editing"
      action={
        <Button size="sm" loading={busy} onClick={() => void load()}>
          <span>Load the new values</span>
        </Button>
      }
    >
      Nothing was overwritten, and what you typed is still here. Copy what you need, then load the new values.
    </Banner>
  );
}
