/** Where a client sees and starts the plan. It is outside the workspace, so it is another page load from there. */
export const PREMIUM_PATH = "/client-dashboard?tab=dashboard#plan";
