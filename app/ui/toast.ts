import { type ExternalToast, toast as sonner } from "sonner";
import { unbroken } from "./unbroken.tsx";

/**
 * As long as the emails about a call wait (`private.send_booking_mails`), so that Undo is in time for them. Errors stay as long, because
 * they take time to read.
 */
const LONG_MS = 10_000;

const withButton = (options?: ExternalToast): ExternalToast | undefined =>
  options?.action ? { duration: LONG_MS, ...options } : options;

/** Results of user actions. One with a button stays long enough to decide. */
export const toast = {
  success: (message: string, options?: ExternalToast) => sonner.success(unbroken(message), withButton(options)),
  error: (message: string, options?: ExternalToast) =>
    sonner.error(unbroken(message), { duration: LONG_MS, ...options }),
  info: (message: string, options?: ExternalToast) => sonner(unbroken(message), withButton(options)),
  dismiss: (id?: string | number) => sonner.dismiss(id),
};
