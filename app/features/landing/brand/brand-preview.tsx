import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from "react";
import { cn } from "~/ui/cn.ts";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { useMediaQuery } from "~/ui/use-media-query.ts";
import type { LoadedBrand } from "../lib/brand.ts";
import { type Scheme, samplePage } from "./sample-page.ts";

const SCHEMES = [
  { value: "light", label: "On light" },
  { value: "dark", label: "On dark" },
] as const;

/** A sample page in the brand: in light and dark beside each other's controls, or one of them where there is less room. */
export function BrandPreview({ brand }: { brand: LoadedBrand }) {
  const isWide = useMediaQuery("(min-width: 80rem)");
  const [scheme, setScheme] = useState<Scheme>("light");
  const shown = useDeferredValue(brand);
  return (
    <section aria-label="Preview" className="grid min-w-0 gap-4">
      {!isWide && <SegmentedControl legend="Preview" options={SCHEMES} value={scheme} onChange={setScheme} />}
      {SCHEMES.filter(({ value }) => isWide || value === scheme).map(({ value, label }) => (
        <figure key={value} className="grid min-w-0 gap-1.5">
          <SampleFrame title={`Sample page, ${label.toLowerCase()}`} brand={shown} scheme={value} />
          {isWide && <figcaption className="text-ink-3 text-xs">{label}</figcaption>}
        </figure>
      ))}
    </section>
  );
}

/** The width at which pages have all columns, and the one of a phone. */
const WIDTH = { wide: 1120, narrow: 390 };
const HEIGHT = { wide: 370, narrow: 440 };

/** The page in a frame without rights, scaled to the room that there is. The next state loads behind it, so that nothing flickers. */
function SampleFrame({ title, brand, scheme }: { title: string; brand: LoadedBrand; scheme: Scheme }) {
  const page = useMemo(() => samplePage(brand, scheme), [brand, scheme]);
  const [ready, setReady] = useState<string | null>(null);
  const room = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const kind = width > 480 ? "wide" : "narrow";
  const scale = width / WIDTH[kind];
  const frames = ready === null || ready === page ? [page] : [ready, page];
  return (
    <div
      ref={room}
      style={{ height: HEIGHT[kind] }}
      className="relative overflow-clip rounded-card border border-line bg-sunken"
    >
      {width > 0 &&
        frames.map((each) => (
          <iframe
            key={each}
            title={title}
            tabIndex={-1}
            aria-hidden={each === page ? undefined : true}
            sandbox=""
            srcDoc={each}
            onLoad={() => each === page && setReady(page)}
            className={cn("absolute top-0 left-0 origin-top-left border-0", each !== (ready ?? page) && "opacity-0")}
            style={{ width: WIDTH[kind], height: HEIGHT[kind] / scale, transform: `scale(${scale})` }}
          />
        ))}
    </div>
  );
}
