import { FileUp } from "lucide-react";
import { Field } from "~/ui/field.tsx";
import { FileDropzone } from "~/ui/file-dropzone.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { useFileDrop } from "~/ui/use-file-drop.ts";
import { MAX_PAGE_BYTES } from "../../../../domain/landing/import/import-limits.ts";
import { decodePage, isPageFile, PAGE_FILE_TYPES } from "../../../../domain/landing/import/page-file.ts";

export const TOO_LARGE = "This is larger than 2 MB. Paste only the part you need";

type Props = {
  html: string;
  error: string | undefined;
  onChange: (html: string) => void;
  onFile: (file: File) => void;
};

/** The HTML of a page: pasted, or from a file that is chosen or dropped anywhere on the field. */
export function HtmlField({ html, error, onChange, onFile }: Props) {
  const takeFirst = ([file]: File[]) => file && onFile(file);
  const { isOver, dropProps } = useFileDrop(takeFirst);
  return (
    <div {...dropProps} className="grid gap-2">
      <Field
        label="Page HTML"
        hint="In your browser, open the page, choose View page source, and copy everything. If scripts build the page, save the complete page and choose that file."
        error={error}
      >
        <Textarea
          value={html}
          rows={9}
          spellCheck={false}
          className="font-mono text-xs"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <FileDropzone
        layout="line"
        icon={<FileUp aria-hidden="true" />}
        title="Choose an HTML file"
        text=" or drop it here"
        accept={PAGE_FILE_TYPES}
        isOver={isOver}
        onFiles={takeFirst}
      />
    </div>
  );
}

/** The HTML of a saved page, or why it can't be imported. */
export async function readPageFile(file: File): Promise<{ html: string } | { problem: string }> {
  if (!isPageFile(file)) return { problem: `${file.name} isn't an HTML file. Choose a file that ends in .html` };
  if (file.size > MAX_PAGE_BYTES) return { problem: TOO_LARGE };
  try {
    return { html: decodePage(new Uint8Array(await file.arrayBuffer())) };
  } catch {
    return { problem: "Couldn't read this file. Choose it again" };
  }
}
