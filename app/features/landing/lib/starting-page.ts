import { isConflict } from "~/shared/problem-text.ts";
import { blocksToHtml } from "../../../../domain/landing/blocks.ts";
import type { Template } from "../../../../domain/landing/template.ts";
import { slugify } from "../../../../domain/slug.ts";
import { createPage, takenSlugs } from "./api.ts";
import { MAX_LENGTHS } from "./landing-draft.ts";

/** What a new page begins with: a template, or a page that was imported. Its id becomes the address. */
export type StartingPage = Pick<Template, "id" | "title" | "description" | "theme" | "blocks">;

const MAX_NUMBER = 50;

/** The slugs to try, the best first, the last one with the page's id. Names that no address can have become 'page'. */
export function startingSlugs(name: string, id: string): string[] {
  const slug = slugify(name, MAX_LENGTHS.slug) || "page";
  const ends = [...Array.from({ length: MAX_NUMBER - 1 }, (_, place) => String(place + 2)), id.slice(0, 8)];
  return [slug, ...ends.map((end) => `${slug.slice(0, MAX_LENGTHS.slug - 9).replace(/-$/, "")}-${end}`)];
}

/** Creates a page with the first free slug for its name. Returns its id. Throws ServiceError. */
export async function createPageFrom(start: StartingPage, id: string): Promise<string> {
  const { id: name, title, description, theme, blocks } = start;
  const draft = {
    title,
    description,
    hide_title: true,
    theme,
    content: blocksToHtml(blocks),
    blocks: [...blocks],
    custom_css: "",
    custom_js: "",
  };
  const slugs = startingSlugs(name, id);
  const taken = await takenSlugs(slugs);
  for (const slug of slugs) {
    const isLast = slug === slugs.at(-1);
    if (taken.has(slug) && !isLast) continue;
    try {
      await createPage(id, { ...draft, slug });
      break;
    } catch (error) {
      if (!isConflict(error) || isLast) throw error;
    }
  }
  return id;
}
