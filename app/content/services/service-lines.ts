/** Each service in one line, by path, for links from the others. */
export const serviceLines: Record<string, string> = {
  "/services/performance-analytics": "Which ad paid off, with proof behind each number.",
  "/services/precision-targeting": "Fewer people see the ad. More of them book.",
  "/services/growth-optimization": "One tested change at a time.",
  "/services/customer-acquisition": "What a client costs, from tap to payment.",
  "/services/multi-platform-management": "Every channel on one board, with one budget and one inbox.",
};
