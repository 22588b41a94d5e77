import { isConflict } from "~/shared/problem-text.ts";
import { blocksToHtml } from "../../../../domain/landing/blocks.ts";
import type { Template } from "../../../../domain/landing/template.ts";
import { createPage } from "./api.ts";
import { slugify } from "./landing-draft.ts";

/** What a new page begins with. Its id becomes the address. */
export type StartingPage = Pick<Template, "id" | "title" | "description" | "theme" | "blocks">;

const MAX_TRIES = 50;

/** Creates a page with the first free slug for the template's name. Returns its id. Throws ServiceError. */
export async function createPageFromTemplate(template: StartingPage, id: string): Promise<string> {
  const { id: name, title, description, theme, blocks } = template;
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
  for (let number = 1; ; number += 1) {
    try {
      await createPage(id, { ...draft, slug: number === 1 ? slugify(name) : `${slugify(name)}-${number}` });
      return id;
    } catch (error) {
      if (!isConflict(error) || number === MAX_TRIES) throw error;
    }
  }
}
