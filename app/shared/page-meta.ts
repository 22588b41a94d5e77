import { brand } from "../content/brand.ts";

/** The title and robots rule of a page behind sign-in. Search engines must not index it. */
export function portalMeta(title: string) {
  return [{ title: `${title} | ${brand.name}` }, { name: "robots", content: "noindex" }];
}
