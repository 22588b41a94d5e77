import type { ExternalToast } from "sonner";
import { showFallbackToast } from "./fallback-toast.ts";

type Kind = "success" | "error" | "info";

let mount: (() => void) | undefined;
let mounted: () => void = () => undefined;
const ready = new Promise<void>((resolve) => {
  mounted = resolve;
});

/** Says what came of something. The toaster is fetched for the first one: a sign-in page has nothing to say at first. */
export const toast = {
  success: (message: string, options?: ExternalToast) => void show("success", message, options),
  error: (message: string, options?: ExternalToast) => void show("error", message, options),
  info: (message: string, options?: ExternalToast) => void show("info", message, options),
};

async function show(kind: Kind, message: string, options?: ExternalToast): Promise<void> {
  try {
    const [kit] = await loadKit();
    mount?.();
    await ready;
    kit.toast[kind](message, options);
  } catch {
    // Offline before the first toast: what cannot be fetched must not take the message with it.
    showFallbackToast(message);
  }
}

/** Both halves before anything is mounted, so that the mounting itself cannot fail. */
function loadKit() {
  return Promise.all([import("~/ui/toast.ts"), import("~/ui/toaster.tsx")]);
}

/** For the layout that shows toasts: called back when there is something to show, and told when it can. */
export function registerToaster(onNeeded: () => void): () => void {
  mount = onNeeded;
  // Whoever touches the page will soon want an answer: fetched now, it is there when the network is not.
  for (const event of ["pointerdown", "focusin"])
    addEventListener(event, () => void loadKit().catch(() => undefined), { once: true });
  return mounted;
}
