import type { ExternalToast } from "sonner";
import { showFallbackToast } from "./fallback-toast.ts";

type Kind = "success" | "error" | "info";

/** A button beside Undo. */
export type ToastButton = { label: string; onClick: () => void };

let mount: (() => void) | undefined;
let mounted: () => void = () => undefined;
const ready = new Promise<void>((resolve) => {
  mounted = resolve;
});

let undoToasts = 0;

/** Shows a toast. The toaster loads with the first one, so the sign-in page loads without it. */
export const toast = {
  success: (message: string, options?: ExternalToast) => void show("success", message, options),
  error: (message: string, options?: ExternalToast) => void show("error", message, options),
  info: (message: string, options?: ExternalToast) => void show("info", message, options),
  /** The action is complete and can be undone. Returns a function that takes the offer away, because the action was undone elsewhere. */
  undo(message: string, onUndo: () => void, next?: ToastButton): () => void {
    undoToasts += 1;
    const id = `undo-${undoToasts}`;
    toast.success(message, { id, action: { label: "Undo", onClick: onUndo }, ...(next && { cancel: next }) });
    return () => toast.dismiss(id);
  },
  /** Also of a toast that still waits for the toaster. */
  dismiss: (id: string) =>
    void loadKit().then(
      ([kit]) => ready.then(() => kit.toast.dismiss(id)),
      () => undefined,
    ),
};

async function show(kind: Kind, message: string, options?: ExternalToast): Promise<void> {
  try {
    const [kit] = await loadKit();
    mount?.();
    await ready;
    kit.toast[kind](message, options);
  } catch {
    // The toaster cannot load offline, and the message must still appear.
    showFallbackToast(message);
  }
}

/** Loads both parts before it mounts anything, so that mounting cannot fail. */
function loadKit() {
  return Promise.all([import("~/ui/toast.ts"), import("~/ui/toaster.tsx")]);
}

/**
 * For the layout that shows toasts: `onNeeded` runs before the first toast, and the returned function reports that the toaster is
 * mounted.
 */
export function registerToaster(onNeeded: () => void): () => void {
  mount = onNeeded;
  // Loads with the first click or focus, so that it is ready if the network fails later.
  for (const event of ["pointerdown", "focusin"])
    addEventListener(event, () => void loadKit().catch(() => undefined), { once: true });
  return mounted;
}
