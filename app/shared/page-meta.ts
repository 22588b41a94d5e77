import { brand } from "../content/brand.ts";

/** Title and robots rule of a page behind sign-in: search engines have no business there. */
export function portalMeta(title: string) {
  return [{ title: `${title} · ${brand.name}` }, { name: "robots", content: "noindex" }];
}
