import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Users } from "lucide-react";
import { useState } from "react";
import { problemText } from "~/shared/problem-text.ts";
import { toast } from "~/shared/toast.ts";
import { useSession } from "~/shared/use-session.ts";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import {
  changeView,
  deleteView,
  type LeadView,
  saveView,
  VIEW_PARTS,
  type ViewConfig,
  viewsQuery,
} from "./lead-views.ts";
import { ViewDialog } from "./view-dialog.tsx";

type Props = {
  config: ViewConfig;
  viewId: string;
  isAdmin: boolean;
  onShow: (viewId: string, config: ViewConfig) => void;
};

const EMPTY_CONFIG: ViewConfig = { scope: "", filter: "", sort: "", cols: "", q: "" };
const isSameConfig = (one: ViewConfig, other: ViewConfig) =>
  VIEW_PARTS.every((part) => (one[part] ?? "") === (other[part] ?? ""));

const TAB =
  "inline-flex h-7 shrink-0 cursor-pointer items-center gap-1.5 rounded-ctl px-2.5 font-medium text-13 text-ink-2 hover:bg-hover hover:text-ink aria-pressed:bg-mute-bg aria-pressed:text-ink phone:h-11 [&_svg]:size-3.5";

/** Saved views beside each other, one's own and shared ones, and what differs from the chosen one. */
export function ViewsBar({ config, viewId, isAdmin, onShow }: Props) {
  const { data: views = [] } = useQuery(viewsQuery);
  const me = useSession().session?.user.id;
  const client = useQueryClient();
  const [openDialog, setOpenDialog] = useState<"new" | "rename" | null>(null);
  const view = views.find(({ id }) => id === viewId);
  const mine = view?.owner_id === me;
  const changed = view ? !isSameConfig(view.config, config) : !isSameConfig(EMPTY_CONFIG, config);
  /** Throws what went wrong; the list is asked for again either way. */
  const withToast = async (request: Promise<void>, successMessage: string) => {
    try {
      await request;
      toast.success(successMessage);
    } finally {
      await client.invalidateQueries({ queryKey: ["crm-views"] });
    }
  };
  const withErrorToast = (request: Promise<void>, successMessage: string, errorMessage = "The view was not saved") =>
    withToast(request, successMessage).then(
      () => true,
      (error) => {
        toast.error(problemText(error, errorMessage));
        return false;
      },
    );
  const create = async (name: string, isShared: boolean) => {
    const id = crypto.randomUUID();
    await withToast(saveView({ id, name, is_shared: isShared, config }), `Saved ${name}`);
    onShow(id, config);
  };
  const remove = async (gone: LeadView) => {
    if (await withErrorToast(deleteView(gone.id), `Deleted ${gone.name}`, "The view was not deleted"))
      onShow("", config);
  };
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
            onClick={() => onShow(one.id, { ...EMPTY_CONFIG, ...one.config })}
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
          onClick={() => void withErrorToast(changeView(view.id, { config }), `Saved ${view.name}`)}
        >
          Save
        </Button>
      )}
      {changed && (
        <Button size="sm" variant="ghost" onClick={() => setOpenDialog("new")}>
          Save as view
        </Button>
      )}
      {view && (mine || (isAdmin && view.is_shared)) && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <IconButton label={`More about the view ${view.name}`} size="sm">
              <Ellipsis aria-hidden="true" />
            </IconButton>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="start">
            {mine && <DropdownMenuItem onSelect={() => setOpenDialog("rename")}>Rename…</DropdownMenuItem>}
            {mine && (
              <DropdownMenuItem
                onSelect={() =>
                  void withErrorToast(
                    changeView(view.id, { is_shared: !view.is_shared }),
                    view.is_shared ? `${view.name} is yours alone` : `The team sees ${view.name}`,
                  )
                }
              >
                {view.is_shared ? "Make private" : "Share with the team"}
              </DropdownMenuItem>
            )}
            {changed && (
              <DropdownMenuItem onSelect={() => onShow(view.id, { ...EMPTY_CONFIG, ...view.config })}>
                Discard changes
              </DropdownMenuItem>
            )}
            <DropdownMenuItem variant="danger" onSelect={() => void remove(view)}>
              Delete
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      )}
      {openDialog && (
        <ViewDialog
          title={openDialog === "new" ? "Save as a view" : "Rename the view"}
          name={openDialog === "rename" ? (view?.name ?? "") : ""}
          share={openDialog === "new"}
          onClose={() => setOpenDialog(null)}
          onSave={(name, isShared) =>
            openDialog === "rename" && view
              ? withToast(changeView(view.id, { name }), `It is called ${name} now`)
              : create(name, isShared)
          }
        />
      )}
    </div>
  );
}
