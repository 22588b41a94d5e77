import { execFile, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../tests/support/host-process.ts";
import { atLeast, type Measurement, notMeasured } from "./measurement.ts";

const WHAT = "prerendered page, requests/s against nginx with the same bytes, 32 connections";
const CONNECTIONS = 32;
const SECONDS = 6;

/** Compares the host with nginx, in alternating runs with the same load generator. */
export async function measurePageThroughput(hostUrl: string): Promise<Measurement> {
  const target = "≥ 0.95 of nginx";
  if (!has("nginx")) return notMeasured(WHAT, target, "nginx is not installed (apt-get install nginx wrk)");
  const page = await fetch(hostUrl, { headers: { "Accept-Encoding": "identity" } });
  const body = Buffer.from(await page.arrayBuffer());
  const nginx = await startNginx(body, page.headers);
  try {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < 3; round++) {
      ours.push(await requestsPerSecond(`${hostUrl}/`));
      theirs.push(await requestsPerSecond(nginx.url));
    }
    const [host, other] = [Math.max(...ours), Math.max(...theirs)];
    return atLeast(
      WHAT,
      host / other,
      0.95,
      "of nginx",
      `${host.toFixed(0)} against ${other.toFixed(0)} requests/s, ${body.length} bytes, ${generator()}`,
    );
  } finally {
    nginx.stop();
  }
}

const run = promisify(execFile);
const has = (program: string) => spawnSync(program, ["-v"], { stdio: "ignore" }).error === undefined;
export const generator = () => (has("wrk") ? "wrk" : "autocannon");

/** Requests per second over kept-alive connections. `browser` is their user agent. */
export async function requestsPerSecond(url: string, browser = "bench"): Promise<number> {
  const header = `User-Agent: ${browser}`;
  if (has("wrk")) {
    const { stdout } = await run("wrk", ["-t1", `-c${CONNECTIONS}`, `-d${SECONDS}s`, "-H", header, url]);
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  }
  const options = ["-j", "-c", String(CONNECTIONS), "-d", String(SECONDS), "-H", header];
  const { stdout } = await run(join("node_modules", ".bin", "autocannon"), [...options, url]);
  return (JSON.parse(stdout) as { requests: { average: number } }).requests.average;
}

/** nginx adds some headers by itself. The configuration adds the others, so that both send the same bytes. */
function extraHeaders(headers: Headers): string {
  const own = new Set(["content-length", "content-type", "date", "connection", "keep-alive", "etag", "server"]);
  const lines = [...headers].filter(([name]) => !own.has(name));
  return lines.map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`).join(" ");
}

async function startNginx(body: Buffer, headers: Headers): Promise<{ url: string; stop: () => void }> {
  const directory = mkdtempSync(join(tmpdir(), "upfunnel-nginx-"));
  const port = await freePort();
  writeFileSync(join(directory, "index.html"), body);
  writeFileSync(
    join(directory, "nginx.conf"),
    `worker_processes 1; daemon off; pid ${directory}/pid; error_log ${directory}/error.log;${process.getuid?.() === 0 ? " user root;" : ""}
     events { worker_connections 1024; }
     http { access_log ${directory}/access.log combined buffer=32k; sendfile on; keepalive_requests 1000000; open_file_cache max=10;
       types { text/html html; } server { listen 127.0.0.1:${port}; root ${directory}; ${extraHeaders(headers)} } }`,
  );
  const child = spawn("nginx", ["-c", join(directory, "nginx.conf"), "-p", directory], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}/`;
  for (let attempt = 0; attempt < 100; attempt++) {
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    stop: () => {
      child.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
