import { WifiOff } from "lucide-react";
import { useOnline } from "~/shared/use-online.ts";

/** Says that the browser is offline. It floats over the page, so that nothing moves. */
export function OfflineHint() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="pointer-events-none fixed inset-x-0 bottom-4 z-40 mx-auto flex w-fit max-w-[calc(100vw-2rem)] items-center gap-2 rounded-card bg-warn-bg px-4 py-2 text-13 text-warn-fg shadow-pop phone:bottom-20">
          <WifiOff size={14} aria-hidden="true" />
          You're offline. The page updates when you're back online.
        </p>
      )}
    </div>
  );
}
