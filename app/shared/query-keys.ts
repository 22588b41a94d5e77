/** The names under which answers are cached; whoever changes a table invalidates its key. */
export const queryKeys = {
  profile: (userId: string) => ["profile", userId] as const,
  subscription: (userId: string) => ["subscription", userId] as const,
  subscriptionCheck: (userId: string) => ["subscription-check", userId] as const,
  dashboard: (userId: string, asAdmin: boolean) => ["client-dashboard", userId, asAdmin] as const,
  connection: (dashboardId: string) => ["connection", dashboardId] as const,
  config: () => ["config"] as const,
  agencyToday: () => ["agency-today"] as const,
  figures: (userId: string) => ["client-figures", userId] as const,
  invoices: (userId: string, shown: string) => ["invoices", userId, "list", shown] as const,
  invoice: (userId: string, invoiceId: string) => ["invoices", userId, "one", invoiceId] as const,
  upcomingCharges: (userId: string) => ["upcoming-charges", userId] as const,
  retainers: (userId: string) => ["retainers", userId] as const,
  leads: (userId: string) => ["leads", userId] as const,
  people: () => ["people"] as const,
  adminOverview: () => ["admin-overview"] as const,
  adminSetup: (userId: string) => ["admin-setup", userId] as const,
};
