import { Code, LayoutList, Plus, Settings2, SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";

type Props = {
  hasOutline: boolean;
  /** Handwritten HTML has no blocks. */
  hasBlocks: boolean;
  selected: boolean;
  onOutline: () => void;
  onAdd: () => void;
  onSettings: () => void;
  onPage: () => void;
  onCode: () => void;
};

/** Opens the panels that have no room beside the page. */
export function NarrowBar({ hasOutline, hasBlocks, selected, ...on }: Props) {
  return (
    <div
      data-narrow-bar=""
      role="toolbar"
      aria-label="Panels"
      className="flex shrink-0 justify-around border-line border-t bg-page pb-[env(safe-area-inset-bottom)] md:justify-center md:gap-2"
    >
      {hasBlocks ? (
        <>
          {!hasOutline && <BarButton label="Blocks" icon={<LayoutList aria-hidden="true" />} onClick={on.onOutline} />}
          <BarButton label="Add block" icon={<Plus aria-hidden="true" />} onClick={on.onAdd} />
          <BarButton
            label="Block settings"
            icon={<SlidersHorizontal aria-hidden="true" />}
            onClick={on.onSettings}
            disabled={!selected}
          />
        </>
      ) : (
        <BarButton label="Edit HTML" icon={<Code aria-hidden="true" />} onClick={on.onCode} />
      )}
      <BarButton label="Page settings" icon={<Settings2 aria-hidden="true" />} onClick={on.onPage} />
    </div>
  );
}

type BarButtonProps = { label: string; icon: ReactNode; onClick: () => void; disabled?: boolean };

function BarButton({ label, icon, onClick, disabled }: BarButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={disabled}
      className="grid min-h-14 min-w-18 cursor-pointer place-items-center content-center gap-1 rounded-ctl px-2 font-medium text-2xs text-ink-2 hover:bg-hover hover:text-ink disabled:cursor-default disabled:text-ink-4 disabled:hover:bg-transparent [&_svg]:size-5"
    >
      {icon}
      {label}
    </button>
  );
}
