import type { LoadedPage } from "./load-page.ts";
import type { EditorState } from "./use-editor.ts";

/** Where visitors see the page now. */
export function liveUrl({ domain, liveSlug }: LoadedPage): string {
  return domain ? `https://${domain}/` : `/landing/${liveSlug}`;
}

/** Whether what is written differs from what visitors see; what is not saved yet counts. */
export function hasChanges({ page, save }: EditorState): boolean {
  return save.dirty || page.publishedRevision !== save.revision;
}
