import { useQuery } from "@tanstack/react-query";
import { FileQuestionMark } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { LoadError } from "~/shared/load-error.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Editor } from "./editor.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import { loadPage } from "./load-page.ts";

/** /admin/landing-pages/:pageId: the page as it is written, and everything about it. */
export function EditorScreen({ pageId }: { pageId: string }) {
  // What is being written is never replaced by a refetch: each opening asks once, the editor asks when it must.
  const page = useQuery({
    queryKey: queryKeys.landingPage(pageId),
    queryFn: () => loadPage(pageId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: "always",
  });
  if (page.data) return <Editor page={page.data} />;
  if (page.isError)
    return (
      <div className="p-4 md:p-6">
        <LoadError text="The page could not be loaded" error={page.error} onRetry={() => void page.refetch()} />
      </div>
    );
  return page.isPending ? <EditorSkeleton /> : <NoPage />;
}

function NoPage() {
  return (
    <div className="p-4 md:p-6">
      <Card>
        <EmptyState
          icon={<FileQuestionMark />}
          title="There is no such page"
          text="The address may be incomplete, or somebody deleted the page."
        >
          <Button asChild>
            <RouterLink to="/admin/landing-pages">See all landing pages</RouterLink>
          </Button>
        </EmptyState>
      </Card>
    </div>
  );
}
