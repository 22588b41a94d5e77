import { useQuery } from "@tanstack/react-query";
import { PanelsTopLeft, Plus, SearchX } from "lucide-react";
import { lazy, Suspense } from "react";
import { DebouncedSearchField } from "~/shared/debounced-search-field.tsx";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "~/ui/dialog.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { type PageListItem, pagesQuery } from "../lib/api.ts";
import { LandingTable } from "./landing-table.tsx";

/** /admin/landing-pages: all pages with their figures. The URL keeps the search and whether the dialog is open. */
export function LandingListScreen() {
  const { read, change } = useUrlState();
  const pages = useQuery(pagesQuery);
  const query = read("q");
  const begin = () => change({ new: "page" }, { push: true });
  return (
    <>
      <PageHeader
        description="Views, visitors, and submissions from the last 30 days, counted without cookies."
        actions={
          <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={begin}>
            New page
          </Button>
        }
      />
      <QueryBoundary
        query={pages}
        errorMessage="Couldn't load landing pages"
        skeleton={<TableSkeleton label="Loading landing pages" />}
      >
        {(all) =>
          all.length === 0 ? (
            <Card>
              <EmptyState
                icon={<PanelsTopLeft />}
                title="No landing pages yet"
                text="A landing page presents one offer, and its form turns visitors into leads. Start with a funnel template or a blank page."
              >
                <Button onClick={begin}>Choose a template</Button>
              </EmptyState>
            </Card>
          ) : (
            <Card className="overflow-hidden">
              <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
                <DebouncedSearchField
                  label="Search by title, URL, or domain"
                  value={query}
                  onChange={(q) => change({ q })}
                />
              </div>
              {filterPages(all, query).length === 0 ? (
                <EmptyState
                  icon={<SearchX />}
                  title="No matching pages"
                  text={`No title, URL, or domain contains “${query}”.`}
                >
                  <Button onClick={() => change({ q: "" })}>Show all pages</Button>
                </EmptyState>
              ) : (
                <LandingTable pages={filterPages(all, query)} />
              )}
            </Card>
          )
        }
      </QueryBoundary>
      <NewPageDialog open={read("new") === "page"} onClose={() => change({ new: "" })} />
    </>
  );
}

/** Lazy, because the templates and the renderer are large. */
const TemplateGallery = lazy(() =>
  import("./template-gallery.tsx").then(({ TemplateGallery }) => ({ default: TemplateGallery })),
);

function NewPageDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent className="md:max-w-[920px]">
        <DialogTitle>New landing page</DialogTitle>
        <DialogDescription>
          Choose a starting point. You can change everything, and nothing is public yet.
        </DialogDescription>
        <Suspense fallback={<GallerySkeleton />}>
          <TemplateGallery onCancel={onClose} />
        </Suspense>
      </DialogContent>
    </Dialog>
  );
}

function GallerySkeleton() {
  return (
    <div role="status" aria-label="Loading templates" className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {["a", "b", "c", "d", "e", "f", "g"].map((name) => (
        <Skeleton key={name} className="h-44 rounded-card" />
      ))}
    </div>
  );
}

/** Pages whose title, slug or domain contain every word. The browser can filter, because an agency has few pages. */
function filterPages(pages: readonly PageListItem[], query: string): PageListItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return pages.filter((page) => {
    const text = `${page.title} /landing/${page.slug} ${page.domain ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
