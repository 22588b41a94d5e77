import { WifiOff } from "lucide-react";
import { useOnline } from "~/shared/use-online.ts";

/** Says that the browser has no network, over whatever was loaded before. */
export function OfflineHint() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warn-bg px-4 py-1.5 text-13 text-warn-fg">
          <WifiOff size={14} aria-hidden="true" />
          You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  );
}
