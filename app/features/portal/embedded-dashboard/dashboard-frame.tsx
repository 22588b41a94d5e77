import { type RefObject, useEffect, useState } from "react";
import { Skeleton } from "~/ui/skeleton.tsx";
import { isSuspectUrl } from "../../../../domain/notion-embed.ts";
import { DashboardProblem } from "./dashboard-problem.tsx";
import type { FrameSource } from "./frame-source.ts";
import { useInView } from "./use-in-view.ts";

export type FramePhase = "loading" | "loaded" | "failed";

type Props = {
  /** The address as stored: the check judges this one, whatever the frame loads. */
  url: string;
  source: FrameSource | null;
  title: string;
  /** The place of the frame; it takes the focus that a vanishing panel held. */
  containerRef: RefObject<HTMLElement | null>;
  onPhase: (phase: FramePhase) => void;
  onRetry: () => void;
};

/** Spec §5: the check comes 2 seconds after the dashboard opened. */
const CHECK_AFTER_MS = 2_000;
const TIMEOUT_MS = 15_000;

/** The page in its frame, from one attempt to load it until the next: give it the attempt as its key. */
export function DashboardFrame({ url, source, title, containerRef, onPhase, onRetry }: Props) {
  const [loaded, setLoaded] = useState(false);
  const [problem, setProblem] = useState<"none" | "found" | "dismissed">("none");
  const isBroken = !source || isSuspectUrl(url);
  const isAwaited = useInView(containerRef) && source !== null && !loaded;
  useEffect(() => {
    if (!isBroken) return;
    const check = setTimeout(() => setProblem("found"), CHECK_AFTER_MS);
    return () => clearTimeout(check);
  }, [isBroken]);
  useEffect(() => {
    if (!isAwaited) return;
    const impatience = setTimeout(() => {
      setProblem("found");
      onPhase("failed");
    }, TIMEOUT_MS);
    return () => clearTimeout(impatience);
  }, [isAwaited, onPhase]);
  const arrived = () => {
    setLoaded(true);
    if (!isBroken) setProblem("none");
    onPhase("loaded");
  };
  const leavePanel = (next: () => void) => () => {
    containerRef.current?.focus();
    next();
  };
  return (
    <>
      {source && (
        <iframe
          src={source.src}
          sandbox={source.sandbox}
          title={title}
          loading="lazy"
          allow="clipboard-write; fullscreen"
          onLoad={arrived}
          className="block size-full border-0"
          // Behind the panel nothing may take the focus.
          inert={problem === "found"}
        />
      )}
      {source && !loaded && problem !== "found" && <FrameSkeleton />}
      {!source && problem === "dismissed" && (
        <p className="absolute inset-0 grid place-content-center px-6 text-center text-13 text-balance text-ink-3">
          This address cannot be shown inside the portal. Open it in a new tab instead.
        </p>
      )}
      {!source && problem === "none" && <FrameSkeleton />}
      {problem === "found" && (
        <DashboardProblem
          url={url}
          onRetry={leavePanel(onRetry)}
          onDismiss={leavePanel(() => setProblem("dismissed"))}
        />
      )}
    </>
  );
}

const ROWS = ["w-40", "w-32", "w-44", "w-28", "w-36", "w-40", "w-32", "w-44"];

function FrameSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading the dashboard"
      className="absolute inset-0 overflow-hidden bg-surface p-6 md:p-10"
    >
      <Skeleton className="mb-8 h-6 w-52" />
      {ROWS.map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
        <div key={row} className="flex h-10 items-center gap-6 border-line-soft border-b">
          <Skeleton className={width} />
          <Skeleton className="ml-auto w-16 phone:hidden" />
          <Skeleton className="w-20 phone:ml-auto" />
        </div>
      ))}
    </div>
  );
}
