import { Paperclip } from "lucide-react";
import { downloadUrl, signedFileUrls } from "~/shared/files.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import type { TimelineEvent } from "./api.ts";

type FormFile = { path: string; name: string };

/** The files that a visitor sent with a form of a landing page. */
export function formFilesOf({ payload }: TimelineEvent): FormFile[] {
  if (!Array.isArray(payload.files)) return [];
  return payload.files.filter(
    (file): file is FormFile => typeof file?.path === "string" && typeof file?.name === "string",
  );
}

/** Buttons that save the files. The link is signed on demand, because few files of a long history are opened. */
export function FormFiles({ files }: { files: readonly FormFile[] }) {
  const save = useAction({
    action: async (file: FormFile) => {
      const url = (await signedFileUrls("submissions", [file.path], 300)).get(file.path);
      if (!url) throw new Error("The file no longer exists");
      location.assign(downloadUrl(url, file.name));
    },
    errorMessage: "Couldn't download the file",
  });
  return (
    <ul aria-label="Files" className="col-span-2 col-start-2 mt-1 flex flex-wrap gap-1.5">
      {files.map((file) => (
        <li key={file.path} className="min-w-0">
          <Button
            size="sm"
            icon={<Paperclip aria-hidden="true" />}
            disabled={save.busy}
            onClick={() => void save.run(file)}
          >
            <span className="truncate">{file.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
