import { type ExternalToast, toast as sonner } from "sonner";

/** Results of what somebody did. Errors stay longer: they are read, not glanced at. */
export const toast = {
  success: (message: string, options?: ExternalToast) => sonner.success(message, options),
  error: (message: string, options?: ExternalToast) => sonner.error(message, { duration: 10_000, ...options }),
  info: (message: string, options?: ExternalToast) => sonner(message, options),
  /** Done already, and reversible for as long as the toast stays. */
  undo: (message: string, onUndo: () => void, options?: ExternalToast) =>
    sonner.success(message, { duration: 8_000, ...options, action: { label: "Undo", onClick: onUndo } }),
  dismiss: (id?: string | number) => sonner.dismiss(id),
};
