import { Download } from "lucide-react";
import { useState } from "react";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { formatFileSize } from "../../../domain/format-count.ts";
import { FileIcon } from "../uploads/file-icon.tsx";
import { type RequestFile, type useRequestFiles, useThumbnail } from "./request-files.ts";

/** The files of a request or an answer, as links that save them. Pictures have a small version. */
export function AttachedFiles({ files = [], label }: { files: readonly RequestFile[] | undefined; label: string }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={label} className="flex max-w-[75ch] flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.path} className="max-w-full phone:w-full">
          <a
            href={file.href}
            download={file.name}
            className="group flex min-h-11 max-w-full items-center gap-2.5 rounded-ctl border border-line bg-surface p-1 pr-3 text-13 no-underline hover:bg-hover"
          >
            <Picture file={file} />
            <span className="grid min-w-0">
              <span className="sr-only">Download </span>
              <span className="max-w-[32ch] truncate font-medium phone:max-w-none" title={file.name}>
                {file.name}
              </span>
              <span className="num text-ink-3 text-xs">
                {nameOfType(file)} · {formatFileSize(file.size)}
              </span>
            </span>
            <Download aria-hidden="true" className="ml-auto size-4 shrink-0 text-ink-3 group-hover:text-ink" />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The frame has its size before the picture comes, so nothing moves. A file that only has the name of a picture keeps its icon. */
function Picture({ file }: { file: RequestFile }) {
  const { data: src } = useThumbnail(file);
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-[5px] bg-mute-bg">
      {src && src !== broken ? (
        <img
          src={src}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          onError={() => setBroken(src)}
          className="size-full object-cover"
        />
      ) : (
        <FileIcon type={file.type} />
      )}
    </span>
  );
}

/** 'PDF', from the name, as people know it. */
function nameOfType({ name, type }: RequestFile): string {
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1];
  return (extension ?? type.split("/").at(-1) ?? "file").toUpperCase();
}

/** Says that the files of a list of requests are missing, if they could not be loaded. */
export function FilesNotice({ files }: { files: ReturnType<typeof useRequestFiles> }) {
  if (!files.isError) return null;
  return (
    <Banner
      tone="bad"
      role="alert"
      title="The attached files couldn't be loaded"
      action={
        <Button size="sm" loading={files.isFetching} onClick={() => void files.refetch()}>
          Try again
        </Button>
      }
    />
  );
}
