import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";
import { type LoadedPage, loadPage } from "./api.ts";
import { isSameDraft, loadLocalDraft, removeLocalDraft } from "./draft.ts";
import { useAutosave } from "./use-autosave.ts";
import { useHistory } from "./use-history.ts";

/** What the editor holds and does. `page` is what is stored and served, as far as it was seen. */
export function useEditor(first: LoadedPage) {
  const client = useQueryClient();
  const [page, setPage] = useState(first);
  const history = useHistory(first.draft);
  const [copy, setCopy] = useState(() => {
    const kept = loadLocalDraft(first.id);
    return kept && !isSameDraft(kept.draft, first.draft) ? kept : null;
  });
  const save = useAutosave(first.id, history.draft, first);
  const { change, reset } = history;
  const { adopt } = save;

  const set = useCallback(
    (changes: Partial<LandingDraft>, name: string) => change((present) => ({ ...present, ...changes }), name),
    [change],
  );
  /** Asks what is stored now. The draft on the screen stays. */
  const refresh = useCallback(async (): Promise<LoadedPage | null> => {
    const now = await loadPage(first.id);
    if (now) setPage(now);
    void client.invalidateQueries({ queryKey: queryKeys.landingList() });
    void client.invalidateQueries({ queryKey: queryKeys.landingVersions(first.id) });
    return now;
  }, [client, first.id]);
  /** Shows what is stored; what was typed can be brought back with Undo. */
  const loadStored = useCallback(async () => {
    const now = await refresh();
    if (!now) return;
    change(now.draft, "");
    adopt(now.draft, now.revision);
    removeLocalDraft(first.id);
  }, [refresh, change, adopt, first.id]);
  /** Writes what stands here over what somebody else saved: asked for, after having been told. */
  const keepLocal = useCallback(async () => {
    const now = await refresh();
    if (!now) return;
    adopt(now.draft, now.revision);
  }, [refresh, adopt]);
  /** After a rollback: the draft is another one, and there is nothing to undo to. */
  const startOver = useCallback(async () => {
    const now = await refresh();
    if (!now) return;
    reset(now.draft);
    adopt(now.draft, now.revision);
  }, [refresh, reset, adopt]);
  const restoreCopy = () => {
    if (copy) change(copy.draft, "");
    setCopy(null);
  };
  const discardCopy = () => {
    removeLocalDraft(first.id);
    setCopy(null);
  };
  return {
    page,
    setPage,
    history,
    set,
    save,
    copy,
    restoreCopy,
    discardCopy,
    refresh,
    loadStored,
    keepLocal,
    startOver,
  };
}

export type EditorState = ReturnType<typeof useEditor>;

/** Where visitors see the page now. */
export function liveUrl({ domain, liveSlug }: LoadedPage): string {
  return domain ? `https://${domain}/` : `/landing/${liveSlug}`;
}

/** Whether what is written differs from what visitors see; what is not saved yet counts. */
export function hasChanges({ page, save }: EditorState): boolean {
  return save.dirty || page.publishedRevision !== save.revision;
}
