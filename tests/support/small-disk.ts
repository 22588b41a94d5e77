import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type SmallDisk = {
  path: string;
  free: () => number;
  /** Leaves this much free space, in megabytes. */
  leave: (megabytes: number) => void;
  /** Gives all space back. */
  empty: () => void;
  remove: () => void;
};

/** A disk of its own in memory. Undefined if this user may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), "upfunnel-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path], { stdio: "pipe" });
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
  const filler = join(path, "filler");
  const free = () => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  const empty = () => rmSync(filler, { force: true });
  return {
    path,
    free,
    leave: (left) => {
      empty();
      writeFileSync(filler, Buffer.alloc(Math.max(0, free() - left * 1024 * 1024)));
    },
    empty,
    remove: () => {
      // The mount may be busy for a moment after its last process has ended.
      execFileSync("umount", ["--lazy", path], { stdio: "pipe" });
      rmSync(path, { recursive: true, force: true });
    },
  };
}
