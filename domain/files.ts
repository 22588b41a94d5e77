import { withoutAccents } from "./without-accents.ts";

/** A bucket of the product. supabase/schemas/storage/buckets.sql has the same rules and says who may do what. */
export type Bucket = "landing" | "brand" | "avatars" | "attachments" | "submissions";

export type FileRules = {
  maxBytes: number;
  /** The types that the bucket accepts, as found in the content. */
  types: readonly string[];
  /** Whether everyone can read a file by its address. Others need a signed link. */
  isPublic: boolean;
};

const MEGABYTE = 1024 * 1024;
const PICTURES = ["image/png", "image/jpeg", "image/webp"] as const;
const OFFICE = "application/vnd.openxmlformats-officedocument";

/** What each bucket accepts. A test compares it with the database. */
export const FILE_RULES: Record<Bucket, FileRules> = {
  landing: { maxBytes: 10 * MEGABYTE, types: [...PICTURES, "image/avif", "image/gif"], isPublic: true },
  brand: { maxBytes: 5 * MEGABYTE, types: PICTURES, isPublic: true },
  avatars: { maxBytes: 5 * MEGABYTE, types: PICTURES, isPublic: false },
  attachments: {
    maxBytes: 25 * MEGABYTE,
    types: [
      ...PICTURES,
      "image/gif",
      "application/pdf",
      "text/plain",
      "text/csv",
      "application/zip",
      `${OFFICE}.wordprocessingml.document`,
      `${OFFICE}.spreadsheetml.sheet`,
      `${OFFICE}.presentationml.presentation`,
    ],
    isPublic: false,
  },
  submissions: {
    maxBytes: 10 * MEGABYTE,
    types: [
      ...PICTURES,
      "application/pdf",
      "text/plain",
      "text/csv",
      `${OFFICE}.wordprocessingml.document`,
      `${OFFICE}.spreadsheetml.sheet`,
    ],
    isPublic: false,
  },
};

/** How many files a request, an answer or a reply takes. */
export const MAX_ATTACHMENTS = 10;

/** The widths that images come in. The host makes no other ones. */
export const IMAGE_WIDTHS = [320, 640, 960, 1280, 1920] as const;

const EXTENSIONS: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/gif": "gif",
  "application/pdf": "pdf",
  "text/plain": "txt",
  "text/csv": "csv",
  "application/zip": "zip",
  [`${OFFICE}.wordprocessingml.document`]: "docx",
  [`${OFFICE}.spreadsheetml.sheet`]: "xlsx",
  [`${OFFICE}.presentationml.presentation`]: "pptx",
};

/** The value of a file field's `accept`. Browsers do not know every type, so the extensions are in it too. */
export function acceptOf(bucket: Bucket, types = FILE_RULES[bucket].types): string {
  return types.flatMap((type) => [type, `.${EXTENSIONS[type]}`]).join(",");
}

/** Why a bucket will not accept a file, as a sentence; undefined if it may. The host decides by the content. */
export function fileProblem(bucket: Bucket, file: { name: string; size: number; type: string }): string | undefined {
  const { maxBytes, types } = FILE_RULES[bucket];
  if (file.size === 0) return "The file is empty";
  if (file.size > maxBytes) return `The file is larger than ${maxBytes / MEGABYTE} MB`;
  const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  const isKnown =
    types.includes(file.type) || types.some((type) => EXTENSIONS[type] === extension.replace(/^jpeg$/, "jpg"));
  return isKnown ? undefined : typeProblem(bucket);
}

/** The same as a sentence that names the file. */
export function fileRefusal(bucket: Bucket, file: { name: string; size: number; type: string }): string | undefined {
  const problem = fileProblem(bucket, file);
  return problem && `${file.name || "Pasted file"}: ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`;
}

/** The accepted types for people: 'PNG', 'JPG' … */
export function typeNames(bucket: Bucket): string[] {
  return FILE_RULES[bucket].types.map((type) => (EXTENSIONS[type] ?? type).toUpperCase());
}

/** The sentence about a file of another type. */
export function typeProblem(bucket: Bucket): string {
  const names = typeNames(bucket);
  return `Choose a ${names.slice(0, -1).join(", ")} or ${names.at(-1)} file`;
}

const MAX_STEM = 60;

/**
 * A new name in storage for a file: its own name in the characters that names may have, after a random part. Such a file is
 * never replaced, so browsers may keep it for as long as they want.
 */
export function storedName(fileName: string, randomId: string): string {
  const dot = fileName.lastIndexOf(".");
  const plain = (text: string) =>
    withoutAccents(text)
      .replace(/[^A-Za-z0-9]+/g, "-")
      .replace(/^-|-$/g, "");
  const stem = plain(dot > 0 ? fileName.slice(0, dot) : fileName).slice(0, MAX_STEM) || "file";
  const extension =
    dot > 0
      ? plain(fileName.slice(dot + 1))
          .slice(0, 10)
          .toLowerCase()
      : "";
  return `${randomId.slice(0, 8)}-${stem}${extension && `.${extension}`}`;
}

/** The path of a person's picture. A new one replaces it, so a list of people needs no list of names. */
export const avatarPath = (userId: string): string => `${userId}/picture`;

/** The path of a file that a person attaches to their request. */
export const requestFilePath = (requestId: string, name: string): string => `${requestId}/request/${name}`;

/** The path of a file that is attached to an answer or to a client's reply. */
export const answerFilePath = (requestId: string, answerId: string, name: string): string =>
  `${requestId}/${answerId}/${name}`;
