import { expect, test } from "vitest";
import { FILE_RULES } from "../files.ts";
import { acceptOfForm, formFileTypeProblem, MAX_FORM_BYTES, MAX_FORM_FILES } from "./form-files.ts";
import { FILE_PROBLEMS } from "./form-problems.ts";

const typesOf = (files: string) =>
  acceptOfForm(files)
    .split(",")
    .filter((type) => type.includes("/"));

test("A file of another type is refused with the types of its field", () => {
  expect(formFileTypeProblem(typesOf("pictures"))).toBe("Choose a picture (JPEG, PNG, or WebP) up to 10 MB.");
  expect(formFileTypeProblem(typesOf("documents"))).toBe("Choose a PDF, Word, Excel, or text file up to 10 MB.");
  expect(formFileTypeProblem(typesOf("any"))).toBe(FILE_PROBLEMS.any);
});

test("The messages at a file field say what forms take", () => {
  const { types, maxBytes } = FILE_RULES.submissions;
  // A new type needs a word in the messages.
  expect(types.map((type) => type.split(/[/.]/).at(-1)).sort()).toEqual([
    "csv",
    "document",
    "jpeg",
    "pdf",
    "plain",
    "png",
    "sheet",
    "webp",
  ]);
  const megabytes = `${maxBytes / 1024 / 1024} MB`;
  for (const text of [FILE_PROBLEMS.pictures, FILE_PROBLEMS.documents, FILE_PROBLEMS.any, FILE_PROBLEMS.size])
    expect(text).toContain(megabytes);
  expect(FILE_PROBLEMS.count).toContain(`${MAX_FORM_FILES} files`);
  expect(FILE_PROBLEMS.total).toContain(`${MAX_FORM_BYTES / 1024 / 1024} MB`);
});
