import { type DragEvent, type ReactNode, useId, useState } from "react";
import { cn } from "./cn.ts";

type Props = {
  icon: ReactNode;
  title: string;
  /** The accepted files, and what happens next. */
  text: ReactNode;
  /** The value for an input's `accept`. */
  accept: string;
  /** Whether several files can be chosen together. Otherwise only the first one counts. */
  multiple?: boolean;
  /** Less space around the text. */
  compact?: boolean;
  onFiles: (files: File[]) => void;
};

/** A drop zone and file picker for mouse and keyboard. */
export function FileDropzone({ icon, title, text, accept, multiple = false, compact = false, onFiles }: Props) {
  const id = useId();
  const [over, setOver] = useState(false);
  const choose = (files: readonly File[]) => {
    if (files.length > 0) onFiles(multiple ? [...files] : files.slice(0, 1));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    // The element around the drop zone may accept files, too.
    event.stopPropagation();
    setOver(false);
    choose([...event.dataTransfer.files]);
  };
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        "grid cursor-pointer justify-items-center gap-1 rounded-card border border-line-strong border-dashed px-4 text-center hover:bg-hover",
        compact ? "py-4" : "py-12",
        "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1",
        "[&_svg]:mb-1 [&_svg]:size-5 [&_svg]:stroke-[1.6] [&_svg]:text-ink-3",
        over && "border-ink bg-hover",
      )}
    >
      {icon}
      <span className="font-medium text-sm">{title}</span>
      <span className="max-w-[56ch] text-balance text-13 text-ink-3">{text}</span>
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Choosing the same file again, after a correction, must also fire a change.
          event.target.value = "";
          choose(files);
        }}
      />
    </label>
  );
}
