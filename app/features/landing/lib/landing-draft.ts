import type { Block } from "../../../../domain/landing/block-types.ts";
import { blocksToHtml, readBlocks } from "../../../../domain/landing/blocks.ts";
import type { Database } from "../../../../supabase/database.types.ts";

/** The editable part of a page. Its content is rendered from the blocks, or written by hand if `blocks` is null. */
export type LandingDraft = {
  slug: string;
  title: string;
  description: string;
  /** Leaves out title and description when the content has its own h1. */
  hide_title: boolean;
  content: string;
  blocks: Block[] | null;
  theme: string;
  custom_css: string;
  custom_js: string;
};

/** The database's limits in characters (spec §3, landing_pages). */
export const MAX_LENGTHS = {
  slug: 100,
  title: 200,
  description: 1000,
  content: 500_000,
  custom_css: 100_000,
  custom_js: 100_000,
};
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

type Stored = Pick<
  Database["public"]["Tables"]["landing_drafts"]["Row"],
  "slug" | "title" | "description" | "hide_title" | "content" | "blocks" | "theme" | "custom_css" | "custom_js"
>;

/** Converts a stored draft or version. Blocks of an unknown kind become plain HTML. */
export function toDraft(stored: Stored): LandingDraft {
  const blocks = readBlocks(stored.blocks);
  return {
    slug: stored.slug,
    title: stored.title,
    description: stored.description ?? "",
    // A copy in the browser may be older than this column.
    hide_title: stored.hide_title ?? false,
    content: stored.content,
    // If the stored HTML does not match the blocks, the HTML takes precedence.
    blocks: blocks && blocksToHtml(blocks) === stored.content ? blocks : null,
    theme: stored.theme,
    custom_css: stored.custom_css ?? "",
    custom_js: stored.custom_js ?? "",
  };
}

/** Sets the blocks and the content that is rendered from them. */
export function withBlocks(draft: LandingDraft, blocks: Block[]): LandingDraft {
  return { ...draft, blocks, content: blocksToHtml(blocks) };
}

/** Removes NUL characters and replaces lone surrogates, because PostgreSQL cannot store them as text. */
export function stripUnstorable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
