import { useQuery } from "@tanstack/react-query";
import { Archive, GitMerge, Tag, UserRound, X } from "lucide-react";
import { useState } from "react";
import { shortcuts } from "~/content/shortcuts.ts";
import { Button } from "~/ui/button.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { returnsFocusTo } from "~/ui/keep-focus.ts";
import { Popover, PopoverContent, PopoverTrigger } from "~/ui/popover.tsx";
import { ProgressBar } from "~/ui/progress.tsx";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { addTags, removeTag } from "../../../../domain/lead-tags.ts";
import { MergeDialog } from "../merge/merge-dialog.tsx";
import { teamQuery, useStages } from "./api.ts";
import { BATCH_SIZE, type LeadChanges } from "./change-leads.ts";
import { useShortcuts } from "./shortcuts.ts";
import { TagPicker } from "./tag-picker.tsx";

type Props = {
  count: number;
  /** The selected leads. Two of them can be merged. */
  ids: ReadonlySet<string>;
  /** `text` is the text of the toast, such as "Tagged 3 leads". */
  onChange: (changes: LeadChanges, text: string) => void;
  /** The screen moves the leads, because Lost needs a reason. */
  onStage: (stage: string) => void;
  onClear: () => void;
  busy: boolean;
  /** The number of leads that a running change has processed. */
  done?: number;
  /** Ends a change of many steps. */
  onCancel?: () => void;
};

/** The bar disappears with the selection. The focus returns to where it was in the list, or to the list's first lead. */
const toLeads = returnsFocusTo(() => document.querySelector("[data-lead] a"), "[data-lead]");

/** Presses the button of the bar that has these keys. The focus goes through it, so that it returns to its row afterward. */
const press = (keys: string) => () => {
  const button = document.querySelector<HTMLElement>(`[role=toolbar] [aria-keyshortcuts="${keys}"]`);
  if (!button) return false;
  button.focus({ preventScroll: true });
  button.click();
};

/** More leads than a screen shows are archived only after a question. */
const MANY = 100;

/** The actions on a selection, each with one Undo. Instead of them, a change of many steps shows its progress. */
export function BulkBar(props: Props) {
  const { count, busy, done = 0, onCancel, onClear } = props;
  const [isCanceling, setCanceling] = useState(false);
  if (isCanceling && !busy) setCanceling(false);
  const isLong = busy && onCancel !== undefined && count > BATCH_SIZE;
  return (
    <div
      role="toolbar"
      ref={toLeads}
      aria-label="Selected leads"
      className="on-raised fixed inset-x-0 bottom-4 z-20 mx-auto flex w-fit max-w-[calc(100vw-1rem)] flex-wrap items-center gap-1 rounded-card bg-raised p-1.5 shadow-pop phone:bottom-20"
    >
      <span className="num px-2 text-13" aria-live="polite">
        {isLong ? `${formatCount(done)} of ${formatCount(count)} done` : `${formatCount(count)} selected`}
      </span>
      {isLong ? (
        <>
          <ProgressBar aria-label="Leads changed" value={done} max={count} className="w-32" />
          <Button
            size="sm"
            variant="ghost"
            loading={isCanceling}
            onClick={() => {
              setCanceling(true);
              onCancel();
            }}
          >
            Cancel
          </Button>
        </>
      ) : (
        <>
          <BulkActions {...props} />
          <IconButton label="Clear selection" size="sm" onClick={onClear}>
            <X aria-hidden="true" />
          </IconButton>
        </>
      )}
    </div>
  );
}

function BulkActions({ count, ids, onChange, onStage, onClear, busy }: Props) {
  const { stages } = useStages();
  const { data: team = [] } = useQuery(teamQuery);
  const [asksArchive, setAsksArchive] = useState(false);
  const leads = count === 1 ? "1 lead" : `${formatCount(count)} leads`;
  const archive = () => onChange({ archived: true }, `Archived ${leads}`);
  useShortcuts(
    { "shift+t": press("Shift+T"), "shift+m": press("Shift+M"), "shift+a": press("Shift+A") },
    { help: shortcuts.selectedLeads },
  );
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="sm" loading={busy} data-bulk-assign="">
            <UserRound aria-hidden="true" />
            Assign
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start" side="top">
          <DropdownMenuItem onSelect={() => onChange({ user_id: null }, `Unassigned ${leads}`)}>
            No owner
          </DropdownMenuItem>
          {team.map(({ user_id, name }) => (
            <DropdownMenuItem key={user_id} onSelect={() => onChange({ user_id }, `Assigned ${leads} to ${name}`)}>
              {name}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="sm">
            <StageIcon stage="qualified" />
            Stage
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start" side="top">
          {stages.map(({ key, label }) => (
            <DropdownMenuItem key={key} onSelect={() => onStage(key)}>
              <StageIcon stage={key} />
              {label}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      <TagPopover leads={leads} onChange={onChange} />
      {count === 2 && ids.size === 2 && <MergeButton ids={[...ids]} onMerged={onClear} />}
      <Button
        variant="ghost"
        size="sm"
        aria-keyshortcuts="Shift+A"
        onClick={count > MANY ? () => setAsksArchive(true) : archive}
      >
        <Archive aria-hidden="true" />
        Archive
      </Button>
      <ConfirmDialog
        open={asksArchive}
        onClose={() => setAsksArchive(false)}
        title={`Archive ${leads}?`}
        description="Archived leads leave the lists, the board and the counts. You can undo this."
        confirmLabel={`Archive ${leads}`}
        variant="primary"
        onConfirm={archive}
      />
    </>
  );
}

/** For leads that no rule finds to be the same person. */
function MergeButton({ ids: [keepId = "", otherId = ""], onMerged }: { ids: string[]; onMerged: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="sm" aria-keyshortcuts="Shift+M" onClick={() => setOpen(true)}>
        <GitMerge aria-hidden="true" />
        Merge
      </Button>
      {isOpen && <MergeDialog keepId={keepId} otherId={otherId} onClose={() => setOpen(false)} onMerged={onMerged} />}
    </>
  );
}

function TagPopover({ leads, onChange }: { leads: string; onChange: Props["onChange"] }) {
  const [open, setOpen] = useState(false);
  const [tags, setTags] = useState<string[]>([]);
  const [isAsking, setAsking] = useState(false);
  // Tags that were chosen for one selection are not for the next one.
  const show = (next: boolean) => {
    setOpen(next);
    setTags([]);
    setAsking(false);
  };
  const leave = () => (tags.length > 0 ? setAsking(true) : show(false));
  const changeTags = (field: "add_tags" | "remove_tags", text: string) => {
    if (tags.length === 0) return;
    onChange({ [field]: tags }, text);
    show(false);
  };
  const add = () => changeTags("add_tags", `Tagged ${leads} with ${tags.join(", ")}`);
  return (
    <Popover open={open} onOpenChange={(next) => (next ? show(true) : leave())}>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm" aria-keyshortcuts="Shift+T">
          <Tag aria-hidden="true" />
          Tag
        </Button>
      </PopoverTrigger>
      <PopoverContent side="top" aria-label="Tags" className="grid w-80 gap-2">
        <TagPicker
          label="Tags"
          tags={tags}
          inline
          autoFocus
          placeholder="Search or create a tag"
          onAdd={(more) => setTags(addTags(tags, more))}
          onRemove={(tag) => setTags(removeTag(tags, tag))}
          onEscape={leave}
          onDone={add}
        />
        <div className="flex justify-end gap-2">
          <Button
            size="sm"
            variant="ghost"
            disabled={tags.length === 0}
            onClick={() => changeTags("remove_tags", `Removed ${tags.join(", ")} from ${leads}`)}
          >
            Remove
          </Button>
          <Button size="sm" disabled={tags.length === 0} onClick={add}>
            Add
          </Button>
        </div>
        <ConfirmDialog
          open={isAsking}
          onClose={() => setAsking(false)}
          title="Discard the selected tags?"
          description="No lead has been changed."
          cancelLabel="Keep editing"
          confirmLabel="Discard"
          onConfirm={() => show(false)}
        />
      </PopoverContent>
    </Popover>
  );
}
