import { expect, test } from "vitest";
import { acceptOf, answerFilePath, avatarPath, FILE_RULES, fileProblem, requestFilePath, storedName } from "./files.ts";

const ID = "1a2b3c4d-0000-4000-8000-000000000000";

test("stored names have only characters that storage allows, and keep the extension", () => {
  expect(storedName("My photo (final).JPEG", ID)).toBe("1a2b3c4d-My-photo-final.jpeg");
  expect(storedName("Überblick_2026 – Zoë.pdf", ID)).toBe("1a2b3c4d-Uberblick-2026-Zoe.pdf");
  expect(storedName("日本語.png", ID)).toBe("1a2b3c4d-file.png");
  expect(storedName("../../etc/passwd", ID)).toBe("1a2b3c4d-file.etc-passwd");
  expect(storedName(".hidden", ID)).toBe("1a2b3c4d-hidden");
  expect(storedName(`${"a".repeat(300)}.png`, ID).length).toBeLessThan(80);
});

test("paths name the person, the request and the answer", () => {
  expect(avatarPath("u")).toBe("u/picture");
  expect(requestFilePath("r", "n.png")).toBe("r/request/n.png");
  expect(answerFilePath("r", "a", "n.png")).toBe("r/a/n.png");
});

test("a file that a bucket will refuse is explained before it is sent", () => {
  const file = (name: string, type: string, size = 10) => ({ name, type, size });
  expect(fileProblem("brand", file("logo.png", "image/png"))).toBeUndefined();
  expect(fileProblem("brand", file("logo.jpeg", ""))).toBeUndefined();
  expect(fileProblem("brand", file("logo.svg", "image/svg+xml"))).toBe("Choose a PNG, JPG or WEBP file");
  expect(fileProblem("brand", file("logo.png", "image/png", 0))).toBe("The file is empty");
  expect(fileProblem("brand", file("logo.png", "image/png", 5 * 1024 * 1024 + 1))).toBe("The file is larger than 5 MB");
  expect(fileProblem("attachments", file("rows.csv", "application/vnd.ms-excel"))).toBeUndefined();
});

test("every type has an extension for the file picker", () => {
  for (const bucket of Object.keys(FILE_RULES) as (keyof typeof FILE_RULES)[])
    expect(acceptOf(bucket)).not.toContain("undefined");
  expect(acceptOf("avatars")).toBe("image/png,.png,image/jpeg,.jpg,image/webp,.webp");
});
