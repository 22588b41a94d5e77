import { acceptOf, FILE_RULES } from "../files.ts";
import { FILE_PROBLEMS } from "./form-problems.ts";

/** A form takes this many files, and this many bytes of files and answers together. */
export const MAX_FORM_FILES = 5;
export const MAX_FORM_BYTES = 20 * 1024 * 1024;
/** The rest is for the answers. */
export const MAX_FORM_FILE_BYTES = MAX_FORM_BYTES - 200 * 1024;

const isPicture = (type: string) => type.startsWith("image/");

/** The types that a file field takes: all of the bucket, only pictures, or only documents. */
function formFileTypes(files: string): readonly string[] {
  const { types } = FILE_RULES.submissions;
  if (files === "pictures") return types.filter(isPicture);
  return files === "documents" ? types.filter((type) => !isPicture(type)) : types;
}

/** The value of `accept`. The server reads it again to check what was sent. */
export const acceptOfForm = (files: string): string => acceptOf("submissions", formFileTypes(files));

/** The message about a file of a type that is not among these. The script of the form chooses in the same way. */
export function formFileTypeProblem(types: readonly string[]): string {
  if (!types.some(isPicture)) return FILE_PROBLEMS.documents;
  return types.every(isPicture) ? FILE_PROBLEMS.pictures : FILE_PROBLEMS.any;
}
