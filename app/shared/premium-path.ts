/** Where a client sees and starts the plan. It is outside the workspace, so it is another page load from there. */
export const PREMIUM_PATH = "/client-dashboard?tab=dashboard#plan";

/** For members, whose portal has no plan to show. */
export const PREMIUM_IS_FOR_OWNERS = "Only your account's owners and billing contacts can manage Premium.";
