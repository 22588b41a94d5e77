import { brand } from "../content/brand.ts";

/** The text of a browser tab. A page that knows its record's name sets it with `<title>`. */
export const tabTitle = (title: string) => `${title} | ${brand.name}`;

/** The title and robots rule of a page behind sign-in. Search engines must not index it. */
export function portalMeta(title: string) {
  return [{ title: tabTitle(title) }, { name: "robots", content: "noindex" }];
}
