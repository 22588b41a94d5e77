/** When a client's dashboard comes. The steps of a new client say the same. */
export const DASHBOARD_COMES = "Our team connects your leads when your project starts.";

/** Spec §8 Dashboards: the texts that a client reads about their own dashboard. */
export const DASHBOARD_TEXTS = {
  loadFailed: "Failed to load dashboard configuration",
  none: "No dashboard configured yet",
  noneClient: `${DASHBOARD_COMES} Then they appear here. Questions? Please contact support.`,
  noneAdmin: "No client has a dashboard yet. Assign the first one and it appears here.",
  problem: "Dashboard Loading Issue",
  frameFailed: "Failed to load Notion dashboard.",
} as const;
