import type { Template } from "./template.ts";
import { advertisementsTemplate } from "./templates/advertisements.ts";
import { baseTemplate } from "./templates/base.ts";
import { coachTemplate } from "./templates/coach.ts";
import { consultingTemplate } from "./templates/consulting.ts";
import { dentistTemplate } from "./templates/dentist.ts";
import { enterpriseTemplate } from "./templates/enterprise.ts";
import { gymTemplate } from "./templates/gym.ts";
import { homeServicesTemplate } from "./templates/home-services.ts";
import { launchTemplate } from "./templates/launch.ts";
import { legacyTemplate } from "./templates/legacy.ts";
import { photoStudioTemplate } from "./templates/photo-studio.ts";
import { proTemplate } from "./templates/pro.ts";

/** One starting page for each of the agency's services, in the order of the site's navigation. */
export const serviceTemplates: readonly Template[] = [
  launchTemplate,
  legacyTemplate,
  baseTemplate,
  proTemplate,
  enterpriseTemplate,
  advertisementsTemplate,
  consultingTemplate,
];

/** Starting pages for clients, by their trade. */
export const tradeTemplates: readonly Template[] = [
  dentistTemplate,
  coachTemplate,
  gymTemplate,
  photoStudioTemplate,
  homeServicesTemplate,
];

export const templates: readonly Template[] = [...serviceTemplates, ...tradeTemplates];
