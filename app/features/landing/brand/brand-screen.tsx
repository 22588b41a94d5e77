import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { Button } from "~/ui/button.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { brandQuery } from "../lib/brand.ts";
import { landingWorkspaceQuery } from "../lib/landing-workspace.ts";
import { pagesPath } from "../lib/pages-path.ts";
import { PremiumNote } from "../lib/premium-note.tsx";
import { BrandEditor } from "./brand-editor.tsx";

/** /admin/landing-pages/brand and /workspace/:account/pages/brand: how all pages look that follow the brand. */
export function BrandScreen() {
  const brand = useQuery(brandQuery);
  const workspace = useQuery(landingWorkspaceQuery);
  const mayWrite = workspace.data?.may_write === true;
  return (
    <>
      <PageHeader
        description="Restyle every page with the theme “Your brand” in one place."
        actions={
          <Button asChild>
            <RouterLink to={pagesPath()}>
              <ArrowLeft aria-hidden="true" />
              All pages
            </RouterLink>
          </Button>
        }
      />
      {workspace.data && !mayWrite && <PremiumNote />}
      <QueryBoundary
        query={workspace.isError ? { ...workspace, data: undefined } : brand}
        errorMessage="Couldn't load the brand"
        skeleton={<BrandSkeleton />}
      >
        {(loaded) => <BrandEditor stored={loaded} mayWrite={mayWrite} />}
      </QueryBoundary>
    </>
  );
}

function BrandSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading the brand"
      className="grid gap-5 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]"
    >
      <div className="grid gap-5">
        <Skeleton className="h-72 rounded-card" />
        <Skeleton className="h-72 rounded-card" />
      </div>
      <Skeleton className="h-[420px] rounded-card" />
    </div>
  );
}
