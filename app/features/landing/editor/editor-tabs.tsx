import { ChartColumn, FlaskConical, Globe, History, PenLine } from "lucide-react";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Card } from "~/ui/card.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { TestsPanel } from "../tests/tests-panel.tsx";
import { DomainPanel } from "./domain-panel.tsx";
import { EditorNotices } from "./editor-notices.tsx";
import { StatsPanel } from "./stats-panel.tsx";
import type { EditorState } from "./use-editor.ts";
import { VersionsPanel } from "./versions-panel.tsx";

/** A wide editor's bar has room for the frequent ones. The others are in its menu. */
export const TABS = [
  { value: "write", label: "Edit", Icon: PenLine, isFrequent: false },
  { value: "versions", label: "Versions", Icon: History, isFrequent: false },
  { value: "stats", label: "Statistics", Icon: ChartColumn, isFrequent: true },
  { value: "tests", label: "Tests", Icon: FlaskConical, isFrequent: true },
  { value: "domain", label: "Domain", Icon: Globe, isFrequent: false },
] as const;

type TabName = Exclude<(typeof TABS)[number]["value"], "write">;

/** What else there is about a page. It replaces the canvas. */
export function EditorTabs({ editor, tab }: { editor: EditorState; tab: TabName }) {
  const { change } = useUrlState();
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => change({ tab: next === "write" ? "" : next })}
      className="min-h-0 flex-1 overflow-y-auto"
    >
      <TabsList aria-label="This page" className="sticky top-0 z-10 mx-0 bg-page bg-[length:100%_1px] px-2.5">
        {TABS.map(({ value, label }) => (
          <TabsTrigger key={value} value={value}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      <EditorNotices editor={editor} className="not-empty:pb-0" />
      <TabsContent value={tab} className="mx-auto w-full max-w-wrap p-4 md:p-6">
        <h2 className="sr-only">{TABS.find(({ value }) => value === tab)?.label}</h2>
        {tab === "versions" && <VersionsPanel editor={editor} />}
        {tab === "stats" && <StatsPanel page={editor.page} />}
        {tab === "tests" && <TestsPanel editor={editor} />}
        {tab === "domain" && <DomainPanel page={editor.page} onChanged={() => void editor.refresh()} />}
      </TabsContent>
    </Tabs>
  );
}

/** The row of tabs and a card, while the page loads. */
export function TabsSkeleton() {
  return (
    <>
      <div className="flex h-10 shrink-0 items-center gap-5 overflow-hidden border-line border-b px-5 phone:h-11">
        {TABS.map(({ value }) => (
          <Skeleton key={value} className="h-3.5 w-14 shrink-0" />
        ))}
      </div>
      <div className="mx-auto w-full max-w-wrap p-4 md:p-6">
        <Card className="grid gap-4 p-4">
          <Skeleton className="h-4 w-32" />
          {["w-2/3", "w-1/2", "w-3/5", "w-2/5"].map((width) => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </Card>
      </div>
    </>
  );
}

/** The tab with this name in the URL. Null while the page is edited. */
export function tabNamed(name: string): TabName | null {
  const tab = TABS.find(({ value }) => value === name)?.value;
  return tab && tab !== "write" ? tab : null;
}
