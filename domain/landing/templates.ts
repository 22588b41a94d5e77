import type { Template } from "./template.ts";
import { advertisementsTemplate } from "./templates/advertisements.ts";
import { baseTemplate } from "./templates/base.ts";
import { enterpriseTemplate } from "./templates/enterprise.ts";
import { launchTemplate } from "./templates/launch.ts";
import { legacyTemplate } from "./templates/legacy.ts";
import { proTemplate } from "./templates/pro.ts";

/** One starting page for each funnel tier, in the order of the site's navigation. */
export const templates: readonly Template[] = [
  launchTemplate,
  legacyTemplate,
  baseTemplate,
  proTemplate,
  enterpriseTemplate,
  advertisementsTemplate,
];
