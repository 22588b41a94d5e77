import { useQuery } from "@tanstack/react-query";
import { Ellipsis, Users } from "lucide-react";
import { useState } from "react";
import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { useSession } from "~/shared/use-session.ts";
import { crmPath } from "~/shared/workspace.ts";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { offerUndo } from "../lib/undo-stack.ts";
import {
  changeView,
  deleteView,
  EMPTY_CONFIG,
  type LeadView,
  restoreView,
  VIEWS,
  type ViewConfig,
  viewsQuery,
} from "./api.ts";
import { readLayout, writeLayout } from "./columns.ts";
import { ViewDialog } from "./view-dialog.tsx";

type Props = {
  config: ViewConfig;
  /** The columns on the screen. A new view stores them, even when only this device remembers them. */
  shownColumns: string;
  viewId: string;
  managesTeam: boolean;
  onShow: (viewId: string, config: ViewConfig) => void;
};

const PARTS = Object.keys(EMPTY_CONFIG) as (keyof ViewConfig)[];
const isSameConfig = (one: ViewConfig, other: ViewConfig) =>
  PARTS.every((part) => partOf(one, part) === partOf(other, part));
/** Other versions write the same columns differently. */
const partOf = (config: ViewConfig, part: keyof ViewConfig) =>
  part === "cols" ? writeLayout(readLayout(config.cols)) : config[part];

/** Read from the address, because Undo may come when this screen is gone. */
const showsAllLeads = () =>
  location.pathname === crmPath("/leads") && !new URLSearchParams(location.search).has("view");

type ViewChange = { id: string; change: Parameters<typeof changeView>[1]; text: string };

const TAB =
  "inline-flex h-7 shrink-0 cursor-pointer items-center gap-1.5 rounded-ctl px-2.5 font-medium text-13 text-ink-2 hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-pressed:bg-mute-bg aria-pressed:text-ink phone:h-11 [&_svg]:size-3.5";

/** The user's own and the shared views, with actions for unsaved changes. */
export function ViewsBar({ config, shownColumns, viewId, managesTeam, onShow }: Props) {
  const { data: views = [] } = useQuery(viewsQuery);
  const me = useSession().session?.user.id;
  const [openDialog, setOpenDialog] = useState<"new" | "rename" | "delete" | null>(null);
  const view = views.find(({ id }) => id === viewId);
  const mine = view?.owner_id === me;
  const changed = view ? !isSameConfig(view.config, config) : !isSameConfig(EMPTY_CONFIG, config);
  const changing = useAction({
    action: ({ id, change }: ViewChange) => changeView(id, change),
    successMessage: (_, { text }) => text,
    errorMessage: "Couldn't save the view",
    invalidates: [VIEWS],
  });
  const deleting = useAction({
    action: ({ id }: LeadView) => deleteView(id),
    errorMessage: "Couldn't delete the view",
    invalidates: [VIEWS],
    onSuccess: (_, { owner_id: _me, ...deleted }) => {
      onShow("", config);
      if (!mine) return toast.success(`Deleted ${deleted.name}`);
      offerUndo({
        text: `Deleted ${deleted.name}`,
        undo: async () => {
          const undone = await restoreView(deleted);
          // It was open. Whoever is on another page or opened another view since stays there.
          if (showsAllLeads()) onShow(deleted.id, config);
          return undone;
        },
      });
    },
  });
  return (
    <div className="flex min-h-11 items-center gap-1 border-line border-b px-3 py-1">
      <div role="toolbar" aria-label="Views" className="flex min-w-0 gap-1 overflow-x-auto [scrollbar-width:none]">
        <button type="button" className={TAB} aria-pressed={!view} onClick={() => onShow("", EMPTY_CONFIG)}>
          All leads
        </button>
        {views.map((one) => (
          <button
            key={one.id}
            type="button"
            className={TAB}
            aria-pressed={one.id === viewId}
            aria-label={one.is_shared ? `${one.name}, shared` : undefined}
            onClick={() => onShow(one.id, one.config)}
          >
            {one.is_shared && <Users aria-hidden="true" />}
            {one.name}
          </button>
        ))}
      </div>
      {changed && <span className={cn("ml-2 shrink-0 text-ink-3 text-xs", !view && "sr-only")}>Unsaved changes</span>}
      {changed && view && mine && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => void changing.run({ id: view.id, change: { config }, text: `Saved ${view.name}` })}
        >
          Save
        </Button>
      )}
      {changed && (
        <Button size="sm" variant="ghost" onClick={() => setOpenDialog("new")}>
          Save as view
        </Button>
      )}
      {view && (mine || (managesTeam && view.is_shared)) && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <IconButton label={`Options for view ${view.name}`} size="sm">
              <Ellipsis aria-hidden="true" />
            </IconButton>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="start">
            {mine && <DropdownMenuItem onSelect={() => setOpenDialog("rename")}>Rename…</DropdownMenuItem>}
            {mine && (
              <DropdownMenuItem
                onSelect={() =>
                  void changing.run({
                    id: view.id,
                    change: { is_shared: !view.is_shared },
                    text: view.is_shared ? `${view.name} is now private` : `Shared ${view.name} with the team`,
                  })
                }
              >
                {view.is_shared ? "Make private" : "Share with the team"}
              </DropdownMenuItem>
            )}
            {changed && (
              <DropdownMenuItem onSelect={() => onShow(view.id, view.config)}>Discard changes</DropdownMenuItem>
            )}
            <DropdownMenuItem
              variant="danger"
              onSelect={() => (mine ? void deleting.run(view) : setOpenDialog("delete"))}
            >
              {mine ? "Delete" : "Delete…"}
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      )}
      {/* Only its owner could save it again, so there is no Undo. */}
      {view && (
        <ConfirmDialog
          open={openDialog === "delete"}
          onClose={() => setOpenDialog(null)}
          title={`Delete “${view.name}” for everyone?`}
          description="A colleague shared this view with the team. You can't undo this."
          confirmLabel="Delete view"
          onConfirm={() => void deleting.run(view)}
        />
      )}
      {openDialog && openDialog !== "delete" && (
        <ViewDialog
          view={openDialog === "rename" ? view : undefined}
          config={{ ...config, cols: shownColumns }}
          onClose={() => setOpenDialog(null)}
          onCreated={(id) => onShow(id, { ...config, cols: shownColumns })}
        />
      )}
    </div>
  );
}
