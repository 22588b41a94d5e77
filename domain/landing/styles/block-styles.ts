import { ACT_STYLES } from "./act-styles.ts";
import { LIST_STYLES } from "./list-styles.ts";
import { OPENING_STYLES } from "./opening-styles.ts";
import { PROOF_STYLES } from "./proof-styles.ts";
import { SECTION_STYLES } from "./section-styles.ts";

/** Later parts win: spacing and alignment come after the blocks. */
const PARTS = [...OPENING_STYLES, ...PROOF_STYLES, ...LIST_STYLES, ...ACT_STYLES, ...SECTION_STYLES];

/** The styles of the blocks and looks in a page's content; all of them without content. */
export function blockStyles(content: string | null): string {
  return PARTS.filter(({ marker }) => content === null || content.includes(marker))
    .map(({ css }) => `${css}\n`)
    .join("");
}
