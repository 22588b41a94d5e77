import { ExternalLink, TriangleAlert, X } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import type { Theme } from "~/shared/theme.ts";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { isSuspectUrl, notionEmbedUrl, samplePagePath } from "../../../../domain/notion-embed.ts";
import { DASHBOARD_TEXTS } from "./dashboard-messages.ts";

export type FramePhase = "loading" | "loaded" | "failed";

type Props = {
  /** The stored URL. The check tests this one, whatever the frame loads. */
  url: string;
  source: FrameSource | null;
  title: string;
  /** The frame's container. It gets focus when the focused panel closes. */
  containerRef: RefObject<HTMLElement | null>;
  onPhase: (phase: FramePhase) => void;
  onRetry: () => void;
};

/** Spec §5: the check runs 2 seconds after the dashboard opens. */
const CHECK_AFTER_MS = 2_000;
const TIMEOUT_MS = 15_000;

/** The page in its frame, for one load attempt. Use the attempt as its key. */
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
          // Nothing behind the panel may get focus.
          inert={problem === "found"}
        />
      )}
      {source && !loaded && problem !== "found" && <FrameSkeleton />}
      {!source && problem === "dismissed" && (
        <p className="absolute inset-0 grid place-content-center px-6 text-center text-13 text-balance text-ink-3">
          This address can't be shown inside the portal. Open it in a new tab instead.
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

type DashboardProblemProps = { url: string; onRetry: () => void; onDismiss: () => void };

/** Covers the frame when the page cannot be shown or probably cannot (spec §2, §5, §8). */
function DashboardProblem({ url, onRetry, onDismiss }: DashboardProblemProps) {
  return (
    <div role="alert" className="absolute inset-0 grid place-content-center overflow-y-auto bg-surface p-6">
      <IconButton label="Dismiss" onClick={onDismiss} className="absolute top-3 right-3" side="left">
        <X aria-hidden="true" />
      </IconButton>
      <div className="grid max-w-[44ch] justify-items-center gap-1 text-center text-13 text-ink-2">
        <span className="mb-2 grid size-10 place-items-center rounded-full bg-bad-bg text-bad-fg">
          <TriangleAlert size={20} strokeWidth={1.6} aria-hidden="true" />
        </span>
        <h3 className="font-semibold text-base text-ink">{DASHBOARD_TEXTS.problem}</h3>
        <p className="text-ink text-sm">{DASHBOARD_TEXTS.frameFailed}</p>
        <p className="text-balance">
          Its address may be wrong, or the page may no longer be shared to the web. Your data in Notion isn't affected.
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={onRetry}>
            Try Again
          </Button>
          <Button asChild>
            <a href={url} target="_blank" rel="noopener noreferrer">
              Open Direct Link
              <ExternalLink aria-hidden="true" />
            </a>
          </Button>
        </div>
      </div>
    </div>
  );
}

type FrameSource = { src: string; sandbox: string };

/** Notion's scripts need their own storage, so they keep their origin. Links may leave the frame. */
const NOTION_SANDBOX =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads";

/** The URL that a dashboard's frame loads, and its sandbox; null when the address cannot be embedded. */
export function frameSource(address: string, demo: boolean, theme: Theme): FrameSource | null {
  const sample = demo ? samplePagePath(address) : null;
  // The sample page is on our own origin and has no scripts, so its sandbox allows nothing.
  if (sample) return { src: theme === "system" ? sample : `${sample}?theme=${theme}`, sandbox: "" };
  const embed = notionEmbedUrl(address);
  return embed ? { src: embed, sandbox: NOTION_SANDBOX } : null;
}

/** Whether an element has come into view. A lazy frame does not load earlier. */
function useInView(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return seen;
}
