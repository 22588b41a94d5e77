/** Spec §8 Dashboards: the texts for admins. */
export const MANAGE_TEXTS = {
  loadFailed: "Failed to load client dashboards",
  created: "Client dashboard created successfully",
  createFailed: "Failed to create client dashboard",
  updated: "Dashboard updated successfully",
  updateFailed: "Failed to update dashboard",
  deleted: "Dashboard deleted successfully",
  deleteFailed: "Failed to delete dashboard",
  tested: "Dashboard test completed successfully",
  testFailed: "Dashboard test failed - check URL accessibility",
  exported: "Dashboard configurations exported",
  imported: (count: number) => `Imported ${count} dashboard configurations`,
  importFailed: "Failed to import dashboards",
  invalidFile: "Invalid file format",
  none: "No client dashboards configured",
  confirmDelete: (business: string) =>
    `Are you sure you want to delete the dashboard for ${business}? This action cannot be undone.`,
} as const;
