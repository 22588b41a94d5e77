import { type ExternalToast, toast as sonner } from "sonner";
import { unbroken } from "./unbroken.tsx";

/** Results of user actions. Errors stay longer, because they take time to read. */
export const toast = {
  success: (message: string, options?: ExternalToast) => sonner.success(unbroken(message), options),
  error: (message: string, options?: ExternalToast) =>
    sonner.error(unbroken(message), { duration: 10_000, ...options }),
  info: (message: string, options?: ExternalToast) => sonner(unbroken(message), options),
  dismiss: (id?: string | number) => sonner.dismiss(id),
};
