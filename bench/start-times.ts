import { rmSync } from "node:fs";
import { spawnHost, temporaryDirectory } from "../tests/support/host-process.ts";
import { atMost, type Measurement } from "./measurement.ts";

/** The time until the first page is answered: on an empty directory with the seed, then on the existing database. */
export async function measureStartTimes(): Promise<Measurement[]> {
  const dataDir = temporaryDirectory();
  try {
    const fresh = await timeToFirstAnswer(dataDir);
    const again = Math.min(await timeToFirstAnswer(dataDir), await timeToFirstAnswer(dataDir));
    return [
      atMost("start to first answer, existing database", again / 1000, 2, "s"),
      atMost("start to first answer, fresh database with seed", fresh / 1000, 8, "s"),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function timeToFirstAnswer(dataDir: string): Promise<number> {
  const started = performance.now();
  const host = await spawnHost({ DATA_DIR: dataDir });
  for (;;) {
    const answered = await fetch(`${host.url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) break;
    if (host.child.exitCode !== null) throw new Error(host.output());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const taken = performance.now() - started;
  await host.stop();
  return taken;
}
