import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { unpublishPage } from "../lib/api.ts";
import { useRunningTest } from "../tests/api.ts";
import type { EditorState } from "./use-editor.ts";

type Props = { editor: EditorState; open: boolean; onClose: () => void };

export function UnpublishDialog({ editor: { page, refresh }, open, onClose }: Props) {
  const running = useRunningTest(page.id);
  const unpublish = useAction({
    action: async () => {
      await unpublishPage(page.id, running?.id);
      await refresh();
    },
    successMessage: "Page unpublished",
    errorMessage: "Couldn't unpublish the page",
    invalidates: [queryKeys.landingTests(page.id)],
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Unpublish this page?"
      description={`Visitors see “Page not found or not published”${page.domain ? `, at ${page.domain} too` : ""}. You keep the draft, versions, and statistics, and you can publish again anytime.${running ? " The running test stops, but its results stay." : ""}`}
      cancelLabel="Keep it live"
      confirmLabel={running ? "Stop the test and unpublish" : "Unpublish"}
      onConfirm={() => void unpublish.run()}
    />
  );
}
