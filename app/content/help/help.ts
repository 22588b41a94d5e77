import type { Role } from "../../../domain/roles.ts";
import { accountGroups } from "./account-articles.ts";
import { adminGroups } from "./admin-articles.ts";
import type { Article, ArticleGroup, Workplace } from "./article.ts";
import { clientGroups } from "./client-articles.ts";
import { landingGroups } from "./landing-articles.ts";
import { salesGroups } from "./sales-articles.ts";

const AGENCY: Workplace = {
  isWorkspace: false,
  path: (page) => `/crm${page}`,
  pages: (part = "") => `/admin/landing-pages${part}`,
};

/** For someone with several accounts, the list of their workspaces, where they choose one first. */
const workspaceOf = (slug: string | null): Workplace => {
  const path = (page: string) => (slug ? `/workspace/${slug}${page}` : "/workspace");
  return { isWorkspace: true, path, pages: (part = "") => path(`/pages${part}`) };
};

/** A client who works in workspaces, and the account of the only one, or of the one that they come from. */
export type Workspaces = { slug: string | null };

/** The groups for a user, with those of the role first. Admins work in the CRM, too, so they have its articles. */
export function helpFor(role: Role | null, workspaces: Workspaces | null = null): ArticleGroup[] {
  switch (role) {
    case "client":
      return [...clientGroups, ...(workspaces ? workspaceGroups(workspaces) : []), ...accountGroups];
    case "sales":
      return [...salesGroups(AGENCY), ...accountGroups];
    case "admin":
      return [...adminGroups, ...landingGroups(AGENCY), ...accountGroups, ...salesGroups(AGENCY)];
    default:
      return accountGroups;
  }
}

const PREMIUM = "This is part of Premium. On the free plan, you can read your leads and pages, but not change them.";

function workspaceGroups({ slug }: Workspaces): ArticleGroup[] {
  const at = workspaceOf(slug);
  return [...salesGroups(at), ...landingGroups(at)].map((group) => ({
    ...group,
    articles: group.articles.map(inWorkspace),
  }));
}

/** The pictures are of the agency's screens. */
const inWorkspace = ({ picture: _, ...article }: Article): Article => ({
  ...article,
  body: article.isPremium ? [...article.body, PREMIUM] : article.body,
});
