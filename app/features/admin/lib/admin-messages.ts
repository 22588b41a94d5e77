/** Spec §8 Dashboards: the toasts about users. */
export const ADMIN_TEXTS = {
  loadFailed: "Failed to load admin data",
  approved: "User approved successfully",
  rejected: "User rejected",
  approveFailed: "Failed to approve user",
  rejectFailed: "Failed to reject user",
} as const;
