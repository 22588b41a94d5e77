/** Spec §5: the four types of service requests; the first is the default (spec §3). */
export const changeRequestTypes = {
  dashboard_change: "Dashboard change",
  feature_request: "Feature request",
  technical_support: "Technical support",
  general_inquiry: "General inquiry",
} as const;

export type ChangeRequestType = keyof typeof changeRequestTypes;
