import { isConflict } from "~/shared/problem-text.ts";
import { blocksToHtml } from "../../../../domain/landing/blocks.ts";
import type { Template } from "../../../../domain/landing/template.ts";
import { slugify } from "../lib/landing-draft.ts";
import { createPage } from "../lib/page-mutations.ts";

/** Nothing but a name. */
export const BLANK_TEMPLATE: Template = {
  id: "untitled",
  name: "Blank page",
  about: "No blocks yet",
  title: "Untitled page",
  description: "",
  theme: "default",
  blocks: [],
};

const MAX_TRIES = 50;

/** Makes a page out of a template, at the first address of its name that is free, and answers its id. Throws ServiceError. */
export async function createPageFromTemplate({
  id: name,
  title,
  description,
  theme,
  blocks,
}: Template): Promise<string> {
  const id = crypto.randomUUID();
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
