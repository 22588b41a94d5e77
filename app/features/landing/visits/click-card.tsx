import { useQuery } from "@tanstack/react-query";
import { MousePointerClick } from "lucide-react";
import { useMemo, useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import type { VisitWidth } from "../../../../domain/landing/visit-report.ts";
import { versionQuery } from "../editor/api.ts";
import { formatCount } from "../lib/figures.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";
import { renderDraft } from "../lib/render-draft.ts";
import { type ClickCell, clicksQuery } from "./api.ts";
import { ClickFrame } from "./click-frame.tsx";

const WIDTHS = [
  { value: "phone", label: "Phone" },
  { value: "tablet", label: "Tablet" },
  { value: "desktop", label: "Computer" },
] as const satisfies { value: VisitWidth; label: string }[];
/** As wide as the page is shown here, in pixels. */
const SHOWN_WIDTH: Record<VisitWidth, number> = { phone: 390, tablet: 820, desktop: 1280 };
const MAX_PARTS = 5;

/** Where visitors clicked, on the live version itself. */
export function ClickCard({ pageId, version }: { pageId: string; version: number }) {
  const [width, setWidth] = useState<VisitWidth>("phone");
  const page = useQuery(versionQuery(pageId, version));
  const clicks = useQuery(clicksQuery(pageId, version, width));
  return (
    <Card className="overflow-hidden">
      <CardHeader className="phone:flex-wrap">
        <CardTitle level={3}>Where they click</CardTitle>
        <SegmentedControl
          className="ml-auto phone:ml-0"
          legend="Width of the window"
          options={WIDTHS}
          value={width}
          onChange={setWidth}
        />
      </CardHeader>
      <QueryBoundary
        query={clicks}
        errorMessage="Couldn't load the clicks"
        skeleton={<Skeleton className="m-4 h-80 rounded-card" />}
      >
        {(cells) =>
          cells.length === 0 || !page.data ? (
            <EmptyState
              icon={<MousePointerClick />}
              title="No clicks yet"
              text={`No one has clicked on version ${version} at this width.`}
            />
          ) : (
            <>
              <Parts draft={page.data} cells={cells} />
              <ClickFrame key={width} draft={page.data} cells={cells} width={SHOWN_WIDTH[width]} />
            </>
          )
        }
      </QueryBoundary>
    </Card>
  );
}

/** The parts of the page with the most clicks, in words. */
function Parts({ draft, cells }: { draft: LandingDraft; cells: readonly ClickCell[] }) {
  const names = useMemo(() => namesOfParts(draft), [draft]);
  const parts = new Map<number, number>();
  for (const { block, clicks } of cells) parts.set(block, (parts.get(block) ?? 0) + clicks);
  const total = [...parts.values()].reduce((sum, each) => sum + each, 0);
  const most = [...parts].toSorted(([, one], [, other]) => other - one).slice(0, MAX_PARTS);
  return (
    <p className="px-4 pt-3 text-13 text-ink-2">
      {formatCount(total)} {total === 1 ? "click" : "clicks"}. Most clicked:{" "}
      {most.map(([block, clicks]) => `${names[block] ?? `part ${block + 1}`} (${formatCount(clicks)})`).join(", ")}.
    </p>
  );
}

const MAX_NAME = 60;

/** The first heading of each part of the page. The parsed document runs nothing. */
function namesOfParts(draft: LandingDraft): string[] {
  const page = new DOMParser().parseFromString(renderDraft(draft), "text/html");
  const parts = [...(page.querySelector("main") ?? page.body).children];
  return parts
    .filter(({ tagName }) => !/^(SCRIPT|STYLE)$/.test(tagName))
    .map((part, at) => {
      const heading = part.querySelector("h1, h2, h3")?.textContent?.trim();
      return heading ? `“${heading.slice(0, MAX_NAME)}”` : `part ${at + 1}`;
    });
}
