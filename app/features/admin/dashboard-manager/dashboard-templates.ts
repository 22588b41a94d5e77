/** Spec §2: picking a template fills the title. */
export const DASHBOARD_TEMPLATES = [
  {
    name: "lead_dashboard",
    title: "Lead Dashboard",
    description: "Standard lead tracking and conversion metrics",
  },
  {
    name: "sales_pipeline",
    title: "Sales Pipeline",
    description: "Open deals by stage, their value and the next step",
  },
  {
    name: "campaign_analytics",
    title: "Campaign Analytics",
    description: "Spend, clicks and cost per lead for each campaign",
  },
  {
    name: "client_reporting",
    title: "Client Reporting",
    description: "Monthly results against the goals you agreed on",
  },
] as const;

export const DEFAULT_TITLE = DASHBOARD_TEMPLATES[0].title;
