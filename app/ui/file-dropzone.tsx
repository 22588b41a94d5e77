import { type ReactNode, type Ref, useId } from "react";
import { cn } from "./cn.ts";
import { useFileDrop } from "./use-file-drop.ts";

type Props = {
  icon: ReactNode;
  title: string;
  /** The accepted files, and what happens next. */
  text: ReactNode;
  /** The value for an input's `accept`. */
  accept: string;
  /** Whether several files can be chosen together. Otherwise only the first one counts. */
  multiple?: boolean;
  /** `line` is as high as a field. Its text is for the mouse only. */
  layout?: "large" | "compact" | "line";
  /** Whether files are dragged over an element around it that accepts them, too. */
  isOver?: boolean;
  describedBy?: string;
  ref?: Ref<HTMLInputElement>;
  onFiles: (files: File[]) => void;
};

/** The words for a mouse in the text of a drop zone: nothing is dropped on a touch screen. */
export const OrDrop = () => <span className="touch:hidden">or drop it here. </span>;

/** A drop zone and file picker for mouse and keyboard. */
export function FileDropzone({ layout = "large", isOver = false, multiple = false, onFiles, ...props }: Props) {
  const { icon, title, text, accept, describedBy, ref } = props;
  const id = useId();
  const isLine = layout === "line";
  const choose = (files: readonly File[]) => {
    if (files.length > 0) onFiles(multiple ? [...files] : files.slice(0, 1));
  };
  const drop = useFileDrop(choose);
  return (
    <label
      htmlFor={id}
      {...drop.dropProps}
      className={cn(
        "cursor-pointer border border-line-strong border-dashed hover:bg-hover",
        "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1",
        "[&_svg]:text-ink-3",
        isLine
          ? "flex min-h-10 items-center gap-2 rounded-ctl px-3 text-13 phone:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0"
          : "grid justify-items-center gap-1 rounded-card px-4 text-center [&_svg]:mb-1 [&_svg]:size-5 [&_svg]:stroke-[1.6]",
        layout === "compact" && "py-4",
        layout === "large" && "py-12",
        (isOver || drop.isOver) && "border-ink bg-hover",
      )}
    >
      {icon}
      {isLine ? (
        <span>
          <span className="font-medium">{title}</span>
          <span aria-hidden="true" className="text-ink-3 phone:hidden">
            {text}
          </span>
        </span>
      ) : (
        <>
          <span className="font-medium text-sm">{title}</span>
          <span className="max-w-[56ch] text-balance text-13 text-ink-3">{text}</span>
        </>
      )}
      <input
        ref={ref}
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-describedby={describedBy}
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Choosing the same file again, after a correction, must also fire a change.
          target.value = "";
          choose(files);
        }}
      />
    </label>
  );
}
