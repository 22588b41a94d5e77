import { callFunction } from "~/shared/call-function.ts";
import * as z from "~/shared/schema.ts";
import type { Block } from "../../../../domain/landing/block-types.ts";
import { readBlocks } from "../../../../domain/landing/blocks.ts";

const answer = z.object({
  title: z.string(),
  description: z.string(),
  blocks: z.array(z.unknown()),
  notes: z.array(z.string()),
});

export type ImportedPage = { title: string; description: string; blocks: Block[]; notes: string[] };

/** Where the page is, or its HTML. */
export type PageSource = { address: string } | { html: string };

/** Reads someone's own page as blocks. The caller has said that it is theirs. Throws ServiceError. */
export async function readPage(source: PageSource): Promise<ImportedPage> {
  const { blocks, ...page } = answer.parse(await callFunction("import-landing-page", { agreed: true, ...source }));
  return { ...page, blocks: readBlocks(blocks) ?? [] };
}
