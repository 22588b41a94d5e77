import { type LandingDraft, toDraft } from "../lib/landing-draft.ts";

/** What was typed and not saved yet, kept by this browser: after a crash it is offered again. */
export type LocalDraft = { draft: LandingDraft; revision: number; at: string };

const storageKey = (pageId: string) => `landing-draft:${pageId}`;

/** Keeps a copy; a full or forbidden storage is no reason to stop writing. Answers whether it was kept. */
export function saveLocalDraft(pageId: string, draft: LandingDraft, revision: number): boolean {
  try {
    localStorage.setItem(storageKey(pageId), JSON.stringify({ draft, revision, at: new Date().toISOString() }));
    return true;
  } catch {
    return false;
  }
}

export function removeLocalDraft(pageId: string): void {
  try {
    localStorage.removeItem(storageKey(pageId));
  } catch {
    // What cannot be written cannot be removed.
  }
}

/** The copy of this page, when there is one that can be read. */
export function loadLocalDraft(pageId: string): LocalDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(pageId)) ?? "null");
    if (typeof kept?.revision !== "number" || typeof kept.at !== "string" || typeof kept.draft?.content !== "string")
      return null;
    return { draft: toDraft(kept.draft), revision: kept.revision, at: kept.at };
  } catch {
    return null;
  }
}
