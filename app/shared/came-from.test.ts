import { expect, test } from "vitest";
import { pageOfWorkspace } from "./came-from.ts";

const read = (path: string | null) => pageOfWorkspace(path, "https://portal.example");

test.each([
  "/workspace/northside-dental",
  "/workspace/northside-dental/board",
  "/workspace/northside-dental/leads?stage=new&lead=1",
])("%s is a page to go back to", (path) => {
  expect(read(path)).toBe(path);
});

test.each([
  null,
  "",
  "/client-dashboard",
  "/workspace",
  "/workspace/../admin",
  "/workspace/x/../../settings",
  "//evil.example/workspace/x",
  "https://evil.example/workspace/x",
  "/\\evil.example/workspace/x",
  "javascript:alert(1)",
  `/workspace/x?q=${"a".repeat(600)}`,
])("%j is not", (path) => {
  expect(read(path)).toBeNull();
});
