import type { ExternalToast } from "sonner";

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
  mount?.();
  const [kit] = await Promise.all([import("~/ui/toast.ts"), ready]);
  kit.toast[kind](message, options);
}

/** For the layout that shows toasts: called back when there is something to show, and told when it can. */
export function provideToaster(onNeeded: () => void): () => void {
  mount = onNeeded;
  return mounted;
}
