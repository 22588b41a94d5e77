/** Sign-in and portal: their guard and data load in the browser, and the shell is the same for all users. */
const portalPaths = [
  "/auth",
  "/auth/code",
  "/auth/set-up",
  "/reset-password",
  "/pending-approval",
  "/dashboard",
  "/client-dashboard",
  "/invoices",
  "/crm",
  "/admin",
  "/user-management",
  "/settings",
  "/help",
];

/** About the agency and its services. */
const companyPaths = [
  "/about",
  "/pricing",
  "/success-stories",
  "/terms",
  "/services/performance-analytics",
  "/services/precision-targeting",
  "/services/growth-optimization",
  "/services/customer-acquisition",
  "/services/multi-platform-management",
];

/** The tier pages, in the order of spec §2. */
const tierPaths = ["/consulting", "/launch", "/legacy", "/base", "/pro", "/enterprise", "/advertisements"];

/** The pages whose HTML does not depend on the request. They are rendered once, at build time, and served from memory. */
export const prerenderedPaths: string[] = [
  "/",
  "/home",
  "/contact",
  "/site.webmanifest",
  "/dev/ui",
  "/404",
  ...companyPaths,
  ...tierPaths,
  ...portalPaths,
];
