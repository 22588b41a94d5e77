import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Sheet, SheetContent, SheetHeader, SheetTitle } from "~/ui/sheet.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { PHONE_QUERY, useMediaQuery } from "~/ui/use-media-query.ts";
import { BlockLibrary } from "./block-library.tsx";
import { Canvas, type CanvasHandle } from "./canvas.tsx";
import { CanvasPicture } from "./canvas-picture.tsx";
import { EditorNotices } from "./editor-notices.tsx";
import { Inspector } from "./inspector.tsx";
import { NarrowBar } from "./narrow-bar.tsx";
import { Outline } from "./outline.tsx";
import { PagePanel } from "./page-panel.tsx";
import { type PageWidth, ScaledPage } from "./scaled-page.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { useBlocks } from "./use-blocks.ts";
import type { EditorState } from "./use-editor.ts";

/** Lazy, because CodeMirror is large. */
const CodePanel = lazy(() => import("./code-panel.tsx").then(({ CodePanel }) => ({ default: CodePanel })));

/** Here, both panels fit beside the page. */
const BOTH_FIT = "(width >= 80rem)";
const ONE_FITS = "(width >= 64rem)";

type Panel = "outline" | "settings" | null;

/** The page in the middle, its blocks on the left, and their settings on the right. On narrow screens, both are sheets. */
export function EditView({ editor, width }: { editor: EditorState; width: PageWidth }) {
  const { read, change } = useUrlState();
  const blocks = useBlocks(editor);
  const hasRight = useMediaQuery(BOTH_FIT);
  const hasLeft = useMediaQuery(ONE_FITS);
  /** Here, the settings cover the lower half of the page (settings-panel.tsx). */
  const isPhone = useMediaQuery(PHONE_QUERY);
  const isTouch = useMediaQuery("(pointer: coarse)");
  const canvas = useRef<CanvasHandle>(null);
  const outline = useRef<HTMLElement>(null);
  const settings = useRef<HTMLElement>(null);
  const [adding, setAdding] = useState<number | null>(null);
  const [picking, setPicking] = useState<{ block: string; field: string } | null>(null);
  const [panel, setPanel] = useState<Panel>(null);
  const isCode = read("view") === "code";
  // Without a selected block, the right panel is about the page.
  const isPage = !isCode && (read("view") === "page" || blocks.selected === null);

  const select = useEventCallback((id: string | null) => {
    blocks.actions.select(id);
    if (read("view") === "page") change({ view: "" });
    // On narrow screens, the outline covers the page that the block is chosen on.
    setPanel((open) => (open === "outline" ? null : open));
  });
  const actions = useMemo(() => ({ ...blocks.actions, select }), [blocks.actions, select]);
  const chosen = { ...blocks, actions };
  const edit = useEventCallback((id: string) => {
    setPanel(null);
    // The sheet gives back the focus when it closes.
    setTimeout(() => canvas.current?.edit(id), panel === null ? 0 : 250);
  });
  /** One writes in a new block right away, except where that opens a keyboard on the screen. */
  const startNew = useEventCallback(() => {
    if (isTouch || isCode || blocks.selected === null) return false;
    canvas.current?.edit(blocks.selected, true);
    return true;
  });
  const openPage = () => {
    blocks.actions.select(null);
    change({ view: "page" });
    setPanel(hasRight ? null : "settings");
  };
  const openLibrary = (place: number) => {
    setPanel(null);
    setAdding(place);
  };
  const openSettings = () => {
    if (hasRight) settings.current?.querySelector<HTMLElement>("[role=tab][data-state=active]")?.focus();
    else setPanel("settings");
  };
  const leave = () => {
    const current = outline.current?.querySelector<HTMLElement>("[data-block-head][aria-current], ol:empty ~ button");
    const bar = hasRight ? "[data-editor-bar]" : "[data-narrow-bar]";
    (current ?? document.querySelector<HTMLElement>(`${bar} button:not(:disabled)`))?.focus();
  };
  const takeFocus = useEventCallback(() => {
    if (blocks.selected !== null && document.activeElement === document.body) leave();
  });
  // Someone who comes from a dialog above another view goes on at the selected block.
  useEffect(takeFocus, [takeFocus]);
  const isEmpty = blocks.list.length === 0;
  const leaveEmptyPage = useEventCallback(() => {
    if (document.activeElement instanceof HTMLIFrameElement) leave();
  });
  // The page's last block went in the page itself, where nothing else can have the focus.
  useEffect(() => {
    if (isEmpty) leaveEmptyPage();
  }, [isEmpty, leaveEmptyPage]);
  const { wanted } = editor;
  useEffect(() => {
    if (wanted && !hasRight) setPanel("settings");
  }, [wanted, hasRight]);

  const left = (
    <Outline
      editor={editor}
      blocks={chosen}
      onAdd={openLibrary}
      onEdit={edit}
      onPage={openPage}
      isPageShown={isPage}
      onCode={() => change({ view: "code" })}
    />
  );
  const right = isPage ? (
    <div className="h-full overflow-y-auto p-4">
      <h2 className="mb-3 font-display font-semibold text-sm tracking-tight">Page settings</h2>
      <PagePanel editor={editor} />
      <div className="mt-6 border-line border-t pt-4">
        <h3 className="mb-2 font-medium text-13">Advanced</h3>
        <Button size="sm" onClick={() => change({ view: "code" })}>
          Edit page code
        </Button>
      </div>
    </div>
  ) : (
    <Inspector blocks={chosen} editor={editor} onVisit={(path) => canvas.current?.reveal(path)} />
  );

  return (
    <div className="flex min-h-0 flex-1">
      <p role="status" className="sr-only">
        {blocks.announcement}
      </p>
      {isCode && (
        <section
          aria-label="Code"
          className="w-full min-w-0 shrink-0 overflow-y-auto border-line border-r p-4 lg:w-[min(46vw,680px)]"
        >
          <div className="mb-3 flex items-center justify-between gap-2">
            <h2 className="font-display font-semibold text-sm tracking-tight">Page code</h2>
            <Button size="sm" onClick={() => change({ view: "" })}>
              {editor.history.draft.blocks ? "Back to blocks" : "Back to the page"}
            </Button>
          </div>
          {!hasLeft && <EditorNotices editor={editor} />}
          <Suspense
            fallback={<Skeleton className="h-96 rounded-card" role="status" aria-label="Loading code editor" />}
          >
            <CodePanel editor={editor} blocksBackup={blocks.parked} />
          </Suspense>
        </section>
      )}
      {!isCode && hasLeft && (
        <nav ref={outline} aria-label="Outline" className="w-62 shrink-0 border-line border-r bg-page">
          {left}
        </nav>
      )}
      {(!isCode || hasLeft) && (
        <section aria-label="Page" className="flex min-w-0 flex-1 flex-col bg-sunken">
          <EditorNotices editor={editor} />
          <div className={width === "1280" ? "min-h-0 flex-1" : "min-h-0 flex-1 p-4 phone:p-0"}>
            <ScaledPage width={width} fill>
              <Canvas
                ref={canvas}
                editor={editor}
                blocks={chosen}
                isCovered={isPhone && panel === "settings"}
                onAdd={openLibrary}
                onLeave={leave}
                onSettings={openSettings}
                onPicture={(block, field) => setPicking({ block, field })}
              />
            </ScaledPage>
          </div>
          {!isCode && !hasRight && (
            <NarrowBar
              hasOutline={hasLeft}
              hasBlocks={editor.history.draft.blocks !== null}
              onOutline={() => setPanel("outline")}
              onSettings={() => setPanel("settings")}
              onAdd={() => openLibrary(blocks.nextPlace)}
              onPage={openPage}
              onCode={() => change({ view: "code" })}
              selected={blocks.selected !== null}
            />
          )}
        </section>
      )}
      {!isCode && (
        <SettingsPanel
          ref={settings}
          title={isPage ? "Page settings" : "Block settings"}
          isDocked={hasRight}
          isOpen={panel === "settings"}
          onClose={() => setPanel(null)}
          onLeave={leave}
        >
          {right}
        </SettingsPanel>
      )}
      <Sheet open={panel === "outline" && !hasLeft} onOpenChange={(open) => !open && setPanel(null)}>
        <SheetContent side="right" aria-describedby={undefined}>
          <SheetHeader>
            <SheetTitle>Outline</SheetTitle>
          </SheetHeader>
          <div className="min-h-0 flex-1">{left}</div>
        </SheetContent>
      </Sheet>
      {picking && <CanvasPicture place={picking} blocks={blocks} onClose={() => setPicking(null)} onLeave={leave} />}
      <BlockLibrary
        open={adding !== null}
        onClose={() => setAdding(null)}
        onAdd={(type) => {
          actions.add(type, adding ?? blocks.endPlace);
          if (read("view")) change({ view: "" });
        }}
        onAdded={startNew}
      />
    </div>
  );
}
