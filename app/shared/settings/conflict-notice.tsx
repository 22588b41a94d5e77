import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";

/** Says that someone else changed the settings first, with a button that loads their values. */
export function ConflictNotice({ busy, onLoad }: { busy: boolean; onLoad: () => void }) {
  return (
    <Banner
      tone="warn"
      role="alert"
      title="Someone else changed this while you were editing"
      action={
        <Button type="button" size="sm" loading={busy} onClick={onLoad}>
          <span>Load latest version</span>
        </Button>
      }
    >
      Nothing was overwritten, and your changes are still here. Copy what you need, then load the latest version.
    </Banner>
  );
}
