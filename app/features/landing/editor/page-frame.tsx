import { cn } from "~/ui/cn.ts";
import type { useFrames } from "./frame/use-frames.ts";

type Props = { title: string; frames: Pick<ReturnType<typeof useFrames>, "frames" | "shown" | "register"> };

/** The page in a sandboxed frame with an opaque origin. */
export function PageFrame({ title, frames: { frames, shown, register } }: Props) {
  return (
    <div className="relative size-full">
      {frames.map(({ number }) => (
        <iframe
          key={number}
          ref={(element) => register(number, element)}
          title={title}
          src="/landing-frame"
          sandbox="allow-scripts allow-forms allow-popups"
          aria-hidden={number === shown ? undefined : true}
          className={cn(
            "absolute inset-0 size-full border-0 bg-white",
            number !== shown && "pointer-events-none opacity-0",
          )}
        />
      ))}
    </div>
  );
}
