import { acceptOf, FILE_RULES } from "../files.ts";

/** A form takes this many files, and this many bytes of files and answers together. */
export const MAX_FORM_FILES = 5;
export const MAX_FORM_BYTES = 20 * 1024 * 1024;

const isPicture = (type: string) => type.startsWith("image/");

/** The types that a file field takes: all of the bucket, only pictures, or only documents. */
function formFileTypes(files: string): readonly string[] {
  const { types } = FILE_RULES.submissions;
  if (files === "pictures") return types.filter(isPicture);
  return files === "documents" ? types.filter((type) => !isPicture(type)) : types;
}

/** The value of `accept`. The server reads it again to check what was sent. */
export const acceptOfForm = (files: string): string => acceptOf("submissions", formFileTypes(files));
