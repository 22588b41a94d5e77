import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sharedBuffersFor } from "./shared-buffers.ts";

const directory = mkdtempSync(join(tmpdir(), "upfunnel-test-"));
afterAll(() => rmSync(directory, { recursive: true }));

test("A new or small database uses 16 MB of shared buffers, a larger one a fifth of its size, at most 128 MB", () => {
  expect(sharedBuffersFor(join(directory, "none"))).toBe("16MB");
  mkdirSync(join(directory, "base", "5"), { recursive: true });
  const table = join(directory, "base", "5", "16384");
  writeFileSync(table, "");
  for (const [megabytes, kept] of [
    [10, "16MB"],
    [300, "60MB"],
    [5_000, "128MB"],
  ] as const) {
    // A sparse file has a size but takes no disk space.
    truncateSync(table, megabytes * 1024 * 1024);
    expect(sharedBuffersFor(directory)).toBe(kept);
  }
});
