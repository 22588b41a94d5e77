import type { Role } from "../../../domain/roles.ts";
import { accountGroups } from "./account-articles.ts";
import { adminGroups } from "./admin-articles.ts";
import type { ArticleGroup } from "./article.ts";
import { clientGroups } from "./client-articles.ts";
import { landingGroups } from "./landing-articles.ts";
import { salesGroups } from "./sales-articles.ts";

const ALL: readonly ArticleGroup[] = [
  ...clientGroups,
  ...salesGroups,
  ...adminGroups,
  ...landingGroups,
  ...accountGroups,
];

/** The groups for a user, with those of the role first. Admins work in the CRM, too, so they have its articles. */
export function helpFor(role: Role | null): ArticleGroup[] {
  const own = ALL.filter((group) => !group.role || group.role === role);
  return role === "admin" ? [...own, ...salesGroups] : own;
}
