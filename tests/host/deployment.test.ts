import { execFileSync, spawn } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { openConnection } from "../../server/database/connect.ts";
import { readEnvironment } from "../../server/environment/environment.ts";
import { freePort, type HostProcess, startHostProcess, temporaryDirectory } from "../support/host-process.ts";
import { rawRequest } from "../support/raw-request.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";

const read = (path: string) => readFileSync(path, "utf8");
const { scripts, dependencies } = JSON.parse(read("package.json")) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};
const startFlags = scripts["start"]?.match(/--max\S+/g) ?? [];
const isInstalled = (program: string) => {
  try {
    execFileSync("which", [program], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
};

/** A host with the verified domain of a landing page. */
let host: HostProcess;
beforeAll(async () => {
  const directory = await seededDataDirectory();
  const connection = await openConnection({ directory: join(directory, "database") });
  for (const [domain, state] of [
    ["offer.client.example", "live"],
    ["waits.client.example", "pending"],
  ])
    await connection.driver.query(
      `insert into public.landing_domains (page_id, domain, state) select id, $1, $2 from public.landing_pages as page
       where not exists (select from public.landing_domains as held where held.page_id = page.id) limit 1`,
      [domain, state],
    );
  await connection.close();
  host = await startHostProcess({ DATA_DIR: directory, SITE_URL: "http://portal.localhost", TRUST_PROXY: "127.0.0.1" });
});
afterAll(() => host?.dispose());

const ask = async (domain: string, headers: Record<string, string> = {}) =>
  (await rawRequest(host.url, `/internal/domain-allowed?domain=${encodeURIComponent(domain)}`, headers)).status;

describe("The question whether a domain may have a certificate", () => {
  test.each([
    ["portal.localhost", 200],
    ["www.portal.localhost", 200],
    ["offer.client.example", 200],
    ["OFFER.client.example", 200],
    ["waits.client.example", 404],
    ["stranger.example", 404],
    ["", 404],
    ["*.client.example", 404],
    ["offer.client.example/x", 404],
    ["a".repeat(5_000), 404],
    ["' or true --", 404],
  ])("for %j is %i", async (domain, status) => {
    expect(await ask(domain)).toBe(status);
  });

  test("is answered to a proxy whatever it calls the host, and never to a visitor", async () => {
    expect(await ask("offer.client.example", { Host: "app:3000" })).toBe(200);
    expect(await ask("offer.client.example", { "X-Forwarded-For": "203.0.113.7" })).toBe(404);
    expect(await ask("offer.client.example", { "X-Forwarded-Host": "portal.localhost" })).toBe(404);
  });
});

describe("The image", () => {
  const file = read("Dockerfile");
  const copied = [...file.matchAll(/^COPY --from=build \S+ \/app\/(\S+)/gm)].map(([, path]) => path ?? "");

  test("is built and started with the commands of the README", () => {
    expect(file).toMatch(/^RUN npm install /m);
    expect(file).toMatch(/^RUN npm run build$/m);
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(file)?.[1] ?? "[]") as string[];
    expect(command).toEqual(["node", ...startFlags, "server/main.ts"]);
    expect(file).toContain("MALLOC_ARENA_MAX=1");
    expect(scripts["start"]).toContain("MALLOC_ARENA_MAX=1");
    expect(file).toMatch(/^USER node$/m);
    expect(file.match(/^FROM node:24-/gm)).toHaveLength(2);
    expect(read("package.json")).toMatch(/"node": "24\./);
  });

  test("has all that a host and its tools need", async () => {
    const image = temporaryDirectory();
    for (const path of copied) {
      if (path === "./node_modules" || path === "node_modules")
        symlinkSync(join(process.cwd(), path), join(image, path));
      else cpSync(path, join(image, path), { recursive: true });
    }
    const data = await seededDataDirectory();
    const env = { PATH: process.env.PATH ?? "", NODE_NO_WARNINGS: "1", PORT: String(await freePort()), DATA_DIR: data };
    const child = spawn(process.execPath, ["--liftoff-only", "server/main.ts"], { env, cwd: image, stdio: "pipe" });
    try {
      await expect
        .poll(
          () =>
            fetch(`http://127.0.0.1:${env.PORT}/readyz`).then(
              ({ status }) => status,
              () => 0,
            ),
          { timeout: 50_000 },
        )
        .toBe(200);
      expect((await fetch(`http://127.0.0.1:${env.PORT}/admin`)).status).toBe(200);
      const report = execFileSync(process.execPath, ["scripts/doctor.ts"], { env, cwd: image, encoding: "utf8" });
      expect(report).toMatch(/^ok +Rights/m);
    } finally {
      child.kill();
      await new Promise((resolve) => child.once("exit", resolve));
      for (const path of [image, data]) rmSync(path, { recursive: true, force: true });
    }
  });

  test("needs no package that only developers have", () => {
    const wanted = new Set<string>();
    const files = globSync([
      "server/**/*.ts",
      "domain/**/*.ts",
      "supabase/functions/**/handler.ts",
      "supabase/functions/_shared/**/*.ts",
    ]);
    for (const path of [
      ...files,
      "scripts/backup.ts",
      "scripts/restore.ts",
      "scripts/doctor.ts",
      "scripts/with-database.ts",
    ]) {
      // Hot reload is for developers.
      if (path.endsWith(".test.ts") || path.endsWith("development-pages.ts")) continue;
      for (const [, name = ""] of read(path).matchAll(/^(?:import|export) (?!type )[^;]*?from "([^."][^"]*)"/gm))
        wanted.add(name.startsWith("@") ? name.split("/", 2).join("/") : (name.split("/", 1)[0] ?? ""));
    }
    const packages = [...wanted].filter((name) => !name.startsWith("node:") && !builtinModules.includes(name));
    expect(packages.length).toBeGreaterThan(15);
    expect(packages.filter((name) => !(name in dependencies))).toEqual([]);
  });
});

describe("The compose file", () => {
  const { services } = parse(read("deploy/compose.yaml")) as {
    services: Record<string, Record<string, unknown> & { environment: Record<string, string> }>;
  };

  test("starts the host without rights, without a writable file system, and after its database", () => {
    expect(services["app"]).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      depends_on: { db: { condition: "service_healthy" } },
    });
    expect(services["app"]?.["ports"]).toBeUndefined();
    expect(services["db"]?.["ports"]).toBeUndefined();
  });

  test("gives the host settings that a start accepts", () => {
    const filled = (value: string) =>
      value.replace(/\$\{(\w+):[^}]*\}/g, (_, name) => (name === "SITE_HOST" ? "portal.example" : "a-password"));
    const given = Object.fromEntries(
      Object.entries(services["app"]?.environment ?? {}).map(([name, value]) => [name, filled(value)]),
    );
    const secret = "0123456789abcdefghijklmnopqrstuvwxyz";
    const env = readEnvironment({
      ...given,
      NODE_ENV: "production",
      HOST: "0.0.0.0",
      JWT_SECRET: secret,
      PUBLISHABLE_KEY: secret,
      SECRET_KEY: secret,
    });
    expect(env).toMatchObject({ siteUrl: "https://portal.example", production: true, TRUST_PROXY: ["172.30.10.0/24"] });
  });

  test("and its example of settings name only variables that exist", () => {
    const known = new Set([...read(".env.example").matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
    const own = ["SITE_HOST", "POSTGRES_PASSWORD"];
    const named = [...read("deploy/env.example").matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = ""]) => name);
    expect(named.filter((name) => !known.has(name) && !own.includes(name))).toEqual([]);
  });
});

describe("The systemd units", () => {
  const units = ["upfunnel.service", "upfunnel-backup.service", "upfunnel-backup.timer"];

  test("start the host as npm start does", () => {
    const unit = read("deploy/upfunnel.service");
    expect(unit).toContain(`ExecStart=/opt/upfunnel/node_modules/.bin/node ${startFlags.join(" ")} server/main.ts`);
    expect(unit).toContain("MALLOC_ARENA_MAX=1");
    expect(unit).toMatch(/^User=upfunnel$/m);
  });

  test("are valid", (context) => {
    if (!isInstalled("systemd-analyze")) return context.skip("no systemd on this machine");
    const directory = temporaryDirectory();
    for (const name of units)
      writeFileSync(
        join(directory, name),
        read(`deploy/${name}`).replace("/opt/upfunnel/node_modules/.bin/node", process.execPath),
      );
    const { stderr } = spawnAndWait("systemd-analyze", ["verify", ...units.map((name) => join(directory, name))]);
    rmSync(directory, { recursive: true });
    expect(stderr.split("\n").filter((line) => /upfunnel/.test(line))).toEqual([]);
  });
});

function spawnAndWait(program: string, given: string[]): { stderr: string } {
  try {
    execFileSync(program, given, { stdio: "pipe" });
    return { stderr: "" };
  } catch (error) {
    return { stderr: String((error as { stderr: Buffer }).stderr) };
  }
}

describe("Caddy", () => {
  test("gets certificates for our own name and verified domains, and for no other", async (context) => {
    if (!isInstalled("caddy")) return context.skip("no Caddy on this machine");
    const directory = temporaryDirectory();
    mkdirSync(join(directory, "storage"));
    const [http, https] = [await freePort(), await freePort()];
    const local = `{\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tdefault_bind 127.0.0.1\n\tstorage file_system ${directory}/storage\n`;
    writeFileSync(join(directory, "Caddyfile"), read("deploy/Caddyfile").replace(/^\{\n/m, local));
    const upstream = new URL(host.url).host;
    const env = {
      PATH: process.env.PATH ?? "",
      HOME: directory,
      SITE_HOST: "portal.localhost",
      UPFUNNEL: upstream,
      UPFUNNEL_ASK: upstream,
    };
    const caddy = spawn("caddy", ["run", "--config", join(directory, "Caddyfile"), "--adapter", "caddyfile"], {
      env,
      stdio: "pipe",
    });
    const get = (name: string, path: string) =>
      new Promise<number>((resolve) => {
        const options = {
          host: "127.0.0.1",
          port: https,
          path,
          servername: name,
          headers: { Host: name },
          rejectUnauthorized: false,
        };
        const asked = request(options, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        asked.once("error", () => resolve(0));
        asked.end();
      });
    try {
      await expect.poll(() => get("portal.localhost", "/"), { timeout: 30_000, interval: 500 }).toBe(200);
      await expect.poll(() => get("offer.client.example", "/"), { timeout: 30_000, interval: 500 }).toBeGreaterThan(0);
      expect(await get("stranger.example", "/")).toBe(0);
      expect(await get("waits.client.example", "/")).toBe(0);
      expect(await get("portal.localhost", "/internal/domain-allowed?domain=portal.localhost")).toBe(404);
      expect(await get("portal.localhost", "/metrics")).toBe(404);
      expect(await get("portal.localhost", "/internal/report")).toBe(404);
    } finally {
      caddy.kill();
      await new Promise((resolve) => caddy.once("exit", resolve));
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

// The last one, because nothing is answered for a minute after it.
test("The question about a domain is limited", async () => {
  const answers = new Set<number>();
  // The limit is one for each minute, which may begin in the middle of the first ones.
  for (let minute = 0; minute < 2 && !answers.has(429); minute++)
    for (const answer of await Promise.all(Array.from({ length: 700 }, () => ask("stranger.example"))))
      answers.add(answer);
  expect(answers).toEqual(new Set([404, 429]));
});
