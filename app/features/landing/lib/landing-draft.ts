import type { Block } from "../../../../domain/landing/block-types.ts";
import { blocksToHtml, readBlocks } from "../../../../domain/landing/blocks.ts";
import type { Database } from "../../../../supabase/database.types.ts";

/** What somebody writes of a page. With blocks, the content is what they become; without, it is written by hand. */
export type LandingDraft = {
  slug: string;
  title: string;
  description: string;
  /** Whether title and description are left out when the content has an h1 of its own. */
  hide_title: boolean;
  content: string;
  blocks: Block[] | null;
  theme: string;
  custom_css: string;
  custom_js: string;
};

/** What the database takes (spec §3 landing_pages, and its checks), in characters. */
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

/** A draft, or a version, as the editor holds it. Blocks of a kind that this version does not know stay HTML. */
export function toDraft(stored: Stored): LandingDraft {
  const blocks = readBlocks(stored.blocks);
  return {
    slug: stored.slug,
    title: stored.title,
    description: stored.description ?? "",
    // A copy in a browser may be older than the column.
    hide_title: stored.hide_title ?? false,
    content: stored.content,
    // Somebody wrote into the HTML by another way: what is served counts, and the blocks are not it.
    blocks: blocks && blocksToHtml(blocks) === stored.content ? blocks : null,
    theme: stored.theme,
    custom_css: stored.custom_css ?? "",
    custom_js: stored.custom_js ?? "",
  };
}

/** A draft with these blocks, and the content that they become. */
export function withBlocks(draft: LandingDraft, blocks: Block[]): LandingDraft {
  return { ...draft, blocks, content: blocksToHtml(blocks) };
}

/** Characters that no database stores as text: a zero, and halves of a sign. */
export function stripUnstorable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** An address out of a title: 'Café, 30 % off!' is cafe-30-off. */
export function slugify(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, MAX_LENGTHS.slug)
    .replace(/-+$/, "");
}
