import { useRef, useState } from "react";
import type { LoadedBrand } from "../lib/brand.ts";
import type { LandingDraft } from "../lib/landing-draft.ts";
import { useFrames } from "./frame/use-frames.ts";
import { PageFrame } from "./page-frame.tsx";
import { PageWidths } from "./page-widths.tsx";
import { type PageWidth, ScaledPage } from "./scaled-page.tsx";

type Props = {
  draft: LandingDraft;
  /** Another brand than the one of the account that one works in. */
  brand?: LoadedBrand | undefined;
  /** Starts with the phone width. */
  phone?: boolean;
};

const nothing = () => undefined;

/** The page as visitors see it, at one of three widths. */
export function PreviewPane({ draft, brand, phone = false }: Props) {
  const [width, setWidth] = useState<PageWidth>(phone ? "390" : "1280");
  return (
    <div className="flex h-full min-w-0 flex-col phone:h-[75dvh]">
      <div className="flex min-h-11 shrink-0 items-center gap-3 px-4 phone:px-0 phone:py-2">
        <PageWidths width={width} onChange={setWidth} />
        <span className="num text-ink-3 text-xs">{width} px</span>
      </div>
      <div className="min-h-0 flex-1 lg:mx-4 lg:mb-4">
        <ScaledPage width={width}>
          <ShownPage draft={draft} brand={brand} />
        </ScaledPage>
      </div>
    </div>
  );
}

/** A draft that can be looked at, but not edited. */
export function ShownPage({ draft, brand }: Pick<Props, "draft" | "brand">) {
  const typed = useRef(null);
  const frames = useFrames({ draft, brand, isEditable: false, selected: null, onMessage: nothing, typed });
  return <PageFrame title="Page preview" frames={frames} />;
}
