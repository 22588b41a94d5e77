import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/**
 * Runs the server. It stops the server and deletes its files when our end of the pipe closes, even if this process is
 * killed. $0 is the server's directory, the rest is its command.
 */
const GUARD = `exec 3<&0
"$@" 3<&- </dev/null & server=$!
(cat <&3 >/dev/null; kill -INT $server) 2>/dev/null &
exec 3<&-
wait $server
cd / && rm -rf "$0"`;

export type PostgresServer = { url: string; stop: () => Promise<void> };

/** Starts a temporary PostgreSQL from the machine's own binaries on a free loopback port. Null if there are none. */
export async function startPostgresServer(): Promise<PostgresServer | null> {
  const binaries = findBinaries();
  const owner = serverUser();
  if (!binaries || owner === null) return null;
  const directory = mkdtempSync(join(tmpdir(), "upfunnel-postgres-"));
  const data = join(directory, "data");
  const passwordFile = join(directory, "password");
  const password = randomBytes(16).toString("hex");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) for (const path of [directory, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const asOwner = { ...owner, cwd: directory };
  const initialise = ["-D", data, "-U", "postgres", "-A", "scram-sha-256", "--pwfile", passwordFile];
  execFileSync(
    join(binaries, "initdb"),
    [...initialise, "-E", "UTF8", "--locale=C", "--lc-ctype=C.UTF-8", "--no-sync"],
    {
      ...asOwner,
      stdio: "pipe",
    },
  );
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${directory}`,
    "fsync=off",
    "synchronous_commit=off",
  ];
  const command = [
    join(binaries, "postgres"),
    "-D",
    data,
    "-p",
    String(port),
    ...settings.flatMap((each) => ["-c", each]),
  ];
  const server = spawn("sh", ["-c", GUARD, directory, ...command], { ...asOwner, stdio: ["pipe", "ignore", "pipe"] });
  await untilReady(server);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      const gone = new Promise((resolve) => server.once("exit", resolve));
      server.stdin?.end();
      await gone;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function findBinaries(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/** PostgreSQL refuses to run as root, so another user runs it. Undefined: run as the current user. Null: impossible. */
function serverUser(): { uid: number; gid: number } | undefined | null {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    try {
      const id = (flag: string) => Number(execFileSync("id", [flag, name], { stdio: "pipe" }));
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      // This machine does not have this user.
    }
  }
  return null;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    server.stderr?.on("data", (chunk) => {
      log += chunk;
      if (log.includes("database system is ready to accept connections")) resolve();
    });
    server.once("exit", (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log}`)));
  });
}
