/** Spec §8 Dashboards: the texts that a client reads about their own dashboard. */
export const DASHBOARD_TEXTS = {
  loadFailed: "Failed to load dashboard configuration",
  none: "No dashboard configured yet",
  noneClient: "We're connecting your leads, and they'll appear here. Questions? Please contact your account manager.",
  noneUser: "Please contact support to set up your dashboard.",
  noneAdmin: "No client has a dashboard yet. Assign the first one and it appears here.",
  problem: "Dashboard Loading Issue",
  frameFailed: "Failed to load Notion dashboard.",
} as const;
