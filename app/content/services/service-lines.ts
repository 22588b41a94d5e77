/** Each service in one line, by path, for links from the others. */
export const serviceLines: Record<string, string> = {
  "/services/performance-analytics": "Which ad paid, with the trail behind each figure.",
  "/services/precision-targeting": "Who sees the ad, and who no longer does.",
  "/services/growth-optimization": "One tested change at a time.",
  "/services/customer-acquisition": "What a client costs, from tap to payment.",
  "/services/multi-platform-management": "All channels on one board, one budget, one inbox.",
};
