/** One navigation entry: its label and link. Every path is in the route table of spec §2. */
export type NavigationLink = { label: string; href: string };

/** The navbar's anchors (spec §2): two link to sections of the home page, two to pages. */
export const mainNavigation: readonly NavigationLink[] = [
  { label: "Services", href: "/#services" },
  { label: "Pricing", href: "/pricing" },
  { label: "Results", href: "/#results" },
  { label: "Contact", href: "/contact" },
];

/** The funnel navigation, in the order of spec §2. */
export const funnelNavigation: readonly NavigationLink[] = [
  { label: "Home", href: "/home" },
  { label: "Legacy", href: "/legacy" },
  { label: "Launch", href: "/launch" },
  { label: "Base", href: "/base" },
  { label: "Pro", href: "/pro" },
  { label: "Enterprise", href: "/enterprise" },
  { label: "Advertisements", href: "/advertisements" },
  { label: "Consulting", href: "/consulting" },
];

/** The five service pages. */
export const serviceNavigation: readonly NavigationLink[] = [
  { label: "Performance Analytics", href: "/services/performance-analytics" },
  { label: "Precision Targeting", href: "/services/precision-targeting" },
  { label: "Growth Optimization", href: "/services/growth-optimization" },
  { label: "Customer Acquisition", href: "/services/customer-acquisition" },
  { label: "Multi-Platform Management", href: "/services/multi-platform-management" },
];

/** Pages about the agency itself. */
export const companyNavigation: readonly NavigationLink[] = [
  { label: "About", href: "/about" },
  { label: "Pricing", href: "/pricing" },
  { label: "Success Stories", href: "/success-stories" },
  { label: "Contact", href: "/contact" },
  { label: "Terms", href: "/terms" },
  { label: "Privacy", href: "/terms#data-and-privacy" },
];
