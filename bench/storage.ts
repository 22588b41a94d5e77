import { readFileSync } from "node:fs";
import { request } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { HostProcess } from "../tests/support/host-process.ts";
import { picture, serviceClient, storageAdmin } from "../tests/support/stored-files.ts";
import { atLeast, atMost, type Measurement, percentile } from "./measurement.ts";

const LARGE = 200 * 1024 * 1024;
const CHUNK = 256 * 1024;
const SMALL_UPLOADS = 100;
const DOWNLOADS = 3;

/** Files through /storage/v1: the memory that a large upload adds, small uploads, downloads, and an image's first size. */
export async function measureStorage(host: HostProcess): Promise<Measurement[]> {
  const service = serviceClient(host).storage;
  await service.createBucket("bench", { public: true });
  const small = await timeSmallUploads(host);
  // The first large upload also loads code, so the second one is measured.
  await uploadLarge(host, 20 * 1024 * 1024);
  const before = residentMegabytes(host);
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(host));
  }, 10);
  const started = performance.now();
  await uploadLarge(host, LARGE);
  clearInterval(sampling);
  const seconds = (performance.now() - started) / 1000;
  const download = await measureDownload(host);
  const image = await timeImage(host);
  return [
    atMost("memory that a 200 MB upload adds at its peak", peak - before, 32, "MB", `from ${before.toFixed(0)} MB`),
    atLeast("upload of 200 MB", LARGE / 1024 / 1024 / seconds, 40, "MB/s"),
    atMost("upload of 20 kB, p50", percentile(small, 0.5), 40, "ms", `p95 ${percentile(small, 0.95).toFixed(1)} ms`),
    atLeast("download of 200 MB", download, 150, "MB/s"),
    atMost(
      "first request of a 1280 px AVIF from 12 megapixels",
      image.first,
      3000,
      "ms",
      `then ${image.again.toFixed(1)} ms`,
    ),
  ];
}

function uploadLarge(host: HostProcess, bytes: number): Promise<void> {
  const outgoing = request(`${host.url}/storage/v1/object/bench/large.bin`, {
    method: "POST",
    headers: { apikey: secretKey(host), "x-upsert": "true", "content-length": String(bytes) },
  });
  const chunk = Buffer.alloc(CHUNK);
  const chunks = Array.from({ length: bytes / CHUNK }, () => chunk);
  return new Promise((resolve, reject) => {
    outgoing.once("response", (response) => {
      response.resume();
      if (response.statusCode === 200) resolve();
      else reject(new Error(`The upload was answered with ${response.statusCode}`));
    });
    pipeline(Readable.from(chunks), outgoing).catch(reject);
  });
}

const secretKey = (host: HostProcess) =>
  (JSON.parse(readFileSync(`${host.dataDir}/secrets.json`, "utf8")) as { secretKey: string }).secretKey;

async function timeSmallUploads(host: HostProcess): Promise<number[]> {
  const { client } = await storageAdmin(host);
  const image = await picture(200, 200);
  const times: number[] = [];
  for (let at = 0; at < SMALL_UPLOADS; at += 1) {
    const started = performance.now();
    const { error } = await client.storage.from("brand").upload(`bench/${at}.png`, image);
    if (error) throw error;
    times.push(performance.now() - started);
  }
  return times.slice(10);
}

async function measureDownload(host: HostProcess): Promise<number> {
  const speeds: number[] = [];
  for (let at = 0; at < DOWNLOADS; at += 1) {
    const started = performance.now();
    const response = await fetch(`${host.url}/storage/v1/object/public/bench/large.bin`);
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    if (bytes !== LARGE) throw new Error(`${bytes} bytes arrived`);
    speeds.push(bytes / 1024 / 1024 / ((performance.now() - started) / 1000));
  }
  return percentile(speeds, 0.5);
}

async function timeImage(host: HostProcess): Promise<{ first: number; again: number }> {
  const { client } = await storageAdmin(host);
  const { error } = await client.storage.from("landing").upload("bench.jpg", await picture(4000, 3000, "jpeg"));
  if (error) throw error;
  const { publicUrl } = client.storage.from("landing").getPublicUrl("bench.jpg", { transform: { width: 1280 } }).data;
  const time = async () => {
    const started = performance.now();
    const response = await fetch(publicUrl, { headers: { accept: "image/avif" } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`The image was answered with ${response.status}`);
    return performance.now() - started;
  };
  return { first: await time(), again: await time() };
}

function residentMegabytes({ child }: HostProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
