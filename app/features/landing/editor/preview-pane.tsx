import { Monitor, Smartphone, Tablet } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { cn } from "~/ui/cn.ts";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { formatPercent } from "../../../../domain/format-count.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";
import { PreviewFrame } from "./preview-frame.tsx";

const WIDTHS = [
  { value: "390", label: "Phone, 390", icon: <Smartphone aria-hidden="true" /> },
  { value: "768", label: "Tablet, 768", icon: <Tablet aria-hidden="true" /> },
  { value: "1280", label: "Desktop, 1280", icon: <Monitor aria-hidden="true" /> },
] as const;

type Props = {
  draft: LandingDraft;
  selected?: string | null;
  onSelect?: (blockId: string) => void;
  /** Starts with the phone width. */
  phone?: boolean;
};

/** The preview at one of three widths. It is scaled down to fit. */
export function PreviewPane({ draft, selected, onSelect, phone = false }: Props) {
  const [width, setWidth] = useState<"390" | "768" | "1280">(phone ? "390" : "1280");
  const room = useRef<HTMLDivElement>(null);
  const size = useSize(room);
  const scale = size.width > 0 ? Math.min(1, size.width / Number(width)) : 1;
  return (
    <div className="flex h-full min-w-0 flex-col phone:h-[75dvh]">
      <div className="flex min-h-11 shrink-0 items-center gap-3 px-4 phone:px-0">
        <SegmentedControl legend="Preview width" options={WIDTHS} value={width} onChange={setWidth} iconsOnly />
        <span className="num text-ink-3 text-xs">
          {width} px{scale < 1 && ` at ${formatPercent(scale)}`}
        </span>
      </div>
      <div ref={room} className="min-h-0 flex-1 overflow-clip px-0 pb-0 lg:mx-4 lg:mb-4">
        <div
          className={cn(
            "mx-auto overflow-clip border border-line bg-white",
            width === "390" ? "rounded-sheet" : "rounded-card",
          )}
          style={{ width: Number(width) * scale, height: size.height || undefined }}
        >
          <div
            style={{
              width: Number(width),
              height: size.height / scale || undefined,
              transform: `scale(${scale})`,
              transformOrigin: "0 0",
            }}
          >
            <PreviewFrame draft={draft} title="Page preview" selected={selected} onSelect={onSelect} />
          </div>
        </div>
      </div>
    </div>
  );
}

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
