import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
// @ts-expect-error The package has no types.
import S3rver from "@20minutes/s3rver";

export type S3Server = { storageUrl: string; close: () => Promise<void> };

const S3_BUCKET = "upfunnel-files";

/** An S3-compatible store on this machine, with an empty bucket. It checks signatures. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), "upfunnel-s3-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: S3_BUCKET, configs: [] }],
  });
  const { port } = (await server.run()) as { port: number };
  return {
    storageUrl: `s3://S3RVER:S3RVER@127.0.0.1:${port}/${S3_BUCKET}/content?https=0`,
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
