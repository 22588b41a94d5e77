import { FILE_RULES } from "../../../../domain/files.ts";
import { formFileType } from "../../../../domain/landing/file-content.ts";
import { formFileTypeProblem, MAX_FORM_FILES } from "../../../../domain/landing/form-files.ts";
import { FILE_PROBLEMS } from "../../../../domain/landing/form-problems.ts";
import type { FieldRule } from "../../../../domain/landing/form-rules.ts";
import { truncateText } from "../../../../domain/truncate-text.ts";
import type { FunctionDeps } from "../deps.ts";

export type SentFile = { field: string; file: File };
/** A file that can be stored. */
export type CheckedFile = { field: string; name: string; type: string; bytes: Uint8Array<ArrayBuffer> };
export type StoredFile = { path: string; field: string; name: string; type: string; bytes: number };

/**
 * Reads the files of the fields that the visitor sees; files of other fields are dropped. Returns the name of the first
 * field whose file is too large, of another type, or one too many, with the message.
 */
export async function checkFiles(
  sent: readonly SentFile[],
  fields: readonly FieldRule[],
  shown: ReadonlySet<string>,
): Promise<CheckedFile[] | { refused: string; text: string }> {
  const checked: CheckedFile[] = [];
  for (const { field, file } of sent) {
    const types = shown.has(field) ? fields.find(({ name }) => name === field)?.types : undefined;
    // A field without a file sends an empty one without a name.
    if (!types || (file.size === 0 && !file.name)) continue;
    const refuse = (text: string) => ({ refused: field, text });
    if (file.size === 0) return refuse(FILE_PROBLEMS.empty);
    if (file.size > FILE_RULES.submissions.maxBytes) return refuse(FILE_PROBLEMS.size);
    if (checked.length === MAX_FORM_FILES) return refuse(FILE_PROBLEMS.count);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = formFileType(bytes, file.name);
    if (!type || !types.includes(type) || !FILE_RULES.submissions.types.includes(type))
      return refuse(formFileTypeProblem(types));
    checked.push({ field, name: fileName(file.name), type, bytes });
  }
  return checked;
}

/** Stores the files in the folder of the account under random names. Throws if the storage refuses one. */
export async function storeFiles(
  files: readonly CheckedFile[],
  accountId: string,
  deps: FunctionDeps,
): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  for (const { bytes, ...file } of files) {
    const path = `${accountId}/${crypto.randomUUID()}`;
    const { error } = await deps.service.storage.from("submissions").upload(path, bytes, { contentType: file.type });
    if (error) throw new Error(error.message);
    stored.push({ ...file, path, bytes: bytes.byteLength });
  }
  return stored;
}

/** The name in one line, without the folders that some browsers send, and without characters that hide what it is. */
function fileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const plain = last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}]+/gu, " ")
    .trim();
  return truncateText(plain, 200) || "File";
}
