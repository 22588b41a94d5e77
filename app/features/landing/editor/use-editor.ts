import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";
import { type LoadedPage, loadPage } from "./api.ts";
import { isSameDraft, loadLocalDraft, removeLocalDraft } from "./draft.ts";
import type { SentView } from "./frame/sent-view.ts";
import type { WantedSetting } from "./setting.tsx";
import { useAnswer } from "./use-answer.ts";
import { useAutosave, useSaves } from "./use-autosave.ts";
import { useHistory } from "./use-history.ts";
import { useUndoOffers } from "./use-undo-offers.ts";

type Selection = { id: string | null; times: number; wanted: WantedSetting | null };

/** The editor's state and actions. `page` is the last known stored page. */
export function useEditor(first: LoadedPage) {
  const client = useQueryClient();
  const [page, setPage] = useState(first);
  const history = useHistory(first.id, first.draft);
  const offerUndo = useUndoOffers(history.draft);
  const [copy, setCopy] = useState(() => {
    const kept = loadLocalDraft(first.id);
    return kept && !isSameDraft(kept.draft, first.draft) ? kept : null;
  });
  const save = useAutosave(first.id, history.draft, first);
  /** `times` counts, so that whoever selects a block again sees it again. */
  const [selection, setSelection] = useState<Selection>({ id: null, times: 0, wanted: null });
  const select = useCallback(
    (id: string | null, field?: string | null) =>
      setSelection(({ times }) => ({ id, times: times + 1, wanted: field ? { path: field, isShown: false } : null })),
    [],
  );
  const [sentBlock, showSent] = useState<SentView | null>(null);
  const { change, reset } = history;
  const { adopt, flush } = save;

  const set = useCallback(
    (changes: Partial<LandingDraft>, name: string) => change((present) => ({ ...present, ...changes }), name),
    [change],
  );
  /** Reloads the stored page. Keeps the draft on the screen. */
  const refresh = useCallback(async (): Promise<LoadedPage | null> => {
    const now = await loadPage(first.id);
    if (now) setPage(now);
    void client.invalidateQueries({ queryKey: queryKeys.landingList() });
    void client.invalidateQueries({ queryKey: queryKeys.landingVersions(first.id) });
    return now;
  }, [client, first.id]);
  const answer = useAnswer(page, refresh);
  /** Replaces the draft with the stored one. Undo restores the draft. */
  const loadStored = useCallback(async () => {
    const now = await refresh();
    if (!now) return;
    change(now.draft, "");
    adopt(now.draft, now.revision);
    removeLocalDraft(first.id);
  }, [refresh, change, adopt, first.id]);
  /** Saves the draft over someone else's save. Only call this when the user has chosen it. */
  const keepLocal = useCallback(async () => {
    const now = await refresh();
    if (!now) return;
    adopt(now.draft, now.revision);
    await flush();
  }, [refresh, adopt, flush]);
  /** Loads the stored draft and clears the history, after a rollback. */
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
    offerUndo,
    /** The id of the block whose fields are shown. It stays while another view is open. */
    selected: selection.id,
    timesSelected: selection.times,
    /** The field of the selected block that someone asked to see. */
    wanted: selection.wanted,
    select,
    /** The form that the page shows as it is after sending. */
    sentBlock,
    showSent,
    set,
    save,
    copy,
    restoreCopy,
    discardCopy,
    answer,
    refresh,
    loadStored,
    keepLocal,
    startOver,
  };
}

export type EditorState = ReturnType<typeof useEditor>;

/** The URL of the published page. */
export function liveUrl({ domain, liveSlug }: LoadedPage): string {
  return domain ? `https://${domain}/` : `/landing/${liveSlug}`;
}

/** Whether an admin still has to approve this very draft. */
export function useIsWaiting({ page, save }: EditorState): boolean {
  const { revision, dirty } = useSaves(save);
  return page.request?.state === "waiting" && page.request.revision === revision && !dirty;
}

/** Whether the draft, saved or not, differs from the published version. */
export function useHasChanges({ page, save }: EditorState): boolean {
  const { revision, dirty } = useSaves(save);
  return dirty || page.publishedRevision !== revision;
}
