import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { cn } from "~/ui/cn.ts";

export type PageWidth = "390" | "768" | "1280";

type Props = {
  width: PageWidth;
  /** A desktop page fills the room that there is. Without it, the page is scaled down to the width. */
  fill?: boolean;
  children: ReactNode;
};

/** A page at one of three widths, scaled down where there is less room. */
export function ScaledPage({ width, fill = false, children }: Props) {
  const room = useRef<HTMLDivElement>(null);
  const size = useSize(room);
  const isFilled = fill && width === "1280";
  const wanted = isFilled ? filledWidth(size.width) : Number(width);
  const scale = size.width > 0 && wanted > 0 ? Math.min(1, size.width / wanted) : 1;
  return (
    <div ref={room} className="size-full min-h-0 min-w-0 overflow-clip">
      <div
        className={cn(
          "mx-auto overflow-clip bg-white",
          !isFilled && "border border-line",
          width === "390" ? "rounded-sheet phone:rounded-none" : isFilled ? "" : "rounded-card",
        )}
        style={{ width: wanted * scale || undefined, height: size.height || undefined }}
      >
        <div
          style={{
            width: wanted || undefined,
            height: size.height / scale || undefined,
            // Even a scale of 1 would make the frame a layer of its own.
            ...(scale < 1 && { transform: `scale(${scale})`, transformOrigin: "0 0" }),
          }}
        >
          {children}
        </div>
      </div>
    </div>
  );
}

/** Pages have their wide layout from here on (domain/landing/theme-blocks.ts: 56rem, and some air). */
const WIDE_PAGE = 1024;
/** On a narrower screen, people edit the page as phones show it. */
const NARROW_SCREEN = 640;

/** The page's width where it fills the room: as on a computer, so that the room between two panels does not make it a tablet's. */
const filledWidth = (room: number) => (room < NARROW_SCREEN ? room : Math.max(room, WIDE_PAGE));

function useSize(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!element.current) return;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return size;
}
