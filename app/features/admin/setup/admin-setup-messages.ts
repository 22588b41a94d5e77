/** Spec §8 Admin setup. */
export const ADMIN_SETUP_TEXTS = {
  added: "Admin role added successfully! Please refresh the page.",
  "not-signed-in": "Please log in first",
  "already-admin": "You already have admin role!",
  failed: "Failed to add admin role",
  broken: "Setup failed",
} as const;
