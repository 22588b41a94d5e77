import { index, layout, prefix, type RouteConfig, route } from "@react-router/dev/routes";

/** The route table of spec §2, in its order. Everything unknown ends in the not-found page. */
export default [
  layout("routes/marketing/marketing-layout.tsx", [
    index("routes/marketing/home.tsx", { id: "home-canonical" }),
    route("home", "routes/marketing/home.tsx"),
    route("consulting", "routes/marketing/consulting.tsx"),
    route("launch", "routes/marketing/launch.tsx"),
    route("legacy", "routes/marketing/legacy.tsx"),
    route("base", "routes/marketing/base.tsx"),
    route("pro", "routes/marketing/pro.tsx"),
    route("enterprise", "routes/marketing/enterprise.tsx"),
    route("advertisements", "routes/marketing/advertisements.tsx"),
    route("contact", "routes/marketing/contact.tsx"),
    route("about", "routes/marketing/about.tsx"),
    route("pricing", "routes/marketing/pricing.tsx"),
    route("success-stories", "routes/marketing/success-stories.tsx"),
    route("terms", "routes/marketing/terms.tsx"),
    ...prefix("services", [
      route("performance-analytics", "routes/marketing/services/performance-analytics.tsx"),
      route("precision-targeting", "routes/marketing/services/precision-targeting.tsx"),
      route("growth-optimization", "routes/marketing/services/growth-optimization.tsx"),
      route("customer-acquisition", "routes/marketing/services/customer-acquisition.tsx"),
      route("multi-platform-management", "routes/marketing/services/multi-platform-management.tsx"),
    ]),
    route("*", "routes/not-found.tsx"),
  ]),
  route("site.webmanifest", "routes/marketing/web-manifest.ts"),
  layout("routes/portal/app-layout.tsx", [
    route("auth", "routes/auth/auth.tsx"),
    route("reset-password", "routes/auth/reset-password.tsx"),
    route("payment-success", "routes/payments/payment-success.tsx"),
    route("payment-canceled", "routes/payments/payment-canceled.tsx"),
    route("subscription-success", "routes/payments/subscription-success.tsx"),
    route("subscription-canceled", "routes/payments/subscription-canceled.tsx"),
    layout("routes/portal/portal-layout.tsx", [
      route("pending-approval", "routes/portal/pending-approval.tsx"),
      route("dashboard", "routes/portal/dashboard.tsx"),
      route("client-dashboard", "routes/portal/client-dashboard.tsx"),
      route("invoices", "routes/portal/invoices.tsx"),
      route("invoices/:invoiceId", "routes/portal/invoice.tsx"),
      route("crm", "routes/crm/sales-home.tsx"),
      layout("routes/admin/admin-layout.tsx", [
        route("admin", "routes/admin/admin.tsx"),
        route("user-management", "routes/admin/user-management.tsx"),
        route("settings", "routes/portal/settings.tsx"),
        route("help", "routes/portal/help.tsx"),
      ]),
    ]),
  ]),
  route("dev/ui", "routes/dev/ui.tsx"),
] satisfies RouteConfig;
