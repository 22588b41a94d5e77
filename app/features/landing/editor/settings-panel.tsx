import { X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { cn } from "~/ui/cn.ts";
import { IconButton } from "~/ui/icon-button.tsx";

type Props = {
  ref: RefObject<HTMLElement | null>;
  title: string;
  /** There is room for it beside the page. */
  isDocked: boolean;
  isOpen: boolean;
  onClose: () => void;
  /** Someone closed it who was nowhere before, such as after Show. */
  onLeave: () => void;
  children: ReactNode;
};

/**
 * The settings beside the page. On narrow screens they are above it, and the page stays in view and in use. It is one
 * element in both, so that a dialog in it stays open when someone turns a tablet.
 */
export function SettingsPanel({ ref, title, isDocked, isOpen, onClose, onLeave, children }: Props) {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (isDocked || !isOpen) return;
    // A setting that someone asked for has the focus already.
    if (ref.current?.contains(document.activeElement)) return;
    before.current = document.activeElement;
    ref.current?.querySelector<HTMLElement>("button")?.focus();
  }, [isDocked, isOpen, ref]);
  const close = () => {
    onClose();
    const back = before.current;
    before.current = null;
    if (back instanceof HTMLElement && back !== document.body && back.isConnected) back.focus();
    else onLeave();
  };
  return (
    <aside
      ref={ref}
      aria-label="Settings"
      hidden={!isDocked && !isOpen}
      onKeyDown={(event) => {
        if (isDocked || event.key !== "Escape" || event.defaultPrevented) return;
        // A dialog or menu of the panel has its own Escape.
        if (event.currentTarget.contains(event.target as Node)) close();
      }}
      className={cn(
        "shrink-0 border-line bg-page",
        isDocked
          ? "w-76 border-l"
          : "fixed right-0 bottom-0 z-30 flex w-full flex-col border-t shadow-pop phone:h-[58dvh] phone:rounded-t-sheet md:top-13 md:w-90 md:border-t-0 md:border-l [&[hidden]]:hidden",
      )}
    >
      {!isDocked && (
        <div className="flex min-h-12 shrink-0 items-center justify-between gap-2 pr-2 pl-4">
          <p className="font-medium text-ink-3 text-xs">{title}</p>
          <IconButton label="Close settings" onClick={close}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      )}
      <div className={cn("min-h-0", isDocked ? "h-full" : "flex-1")}>{children}</div>
    </aside>
  );
}
