import { defineConfig } from "vitest/config";
import { keepTemporaryFilesInMemory } from "./scripts/shared-memory.ts";

keepTemporaryFilesInMemory();

const shared = { globals: false, silent: "passed-only" as const, testTimeout: 60_000, hookTimeout: 120_000 };

/** A suite of tests/database. The embedded database is a large program: in one process it is compiled once and not for each file. */
const onDatabases = (name: "rights" | "procedures") => ({
  extends: true as const,
  test: {
    ...shared,
    name,
    isolate: false,
    globalSetup: ["tests/support/database-setup.ts"],
    include:
      name === "procedures"
        ? ["tests/database/{procedures,isolation}/**/*.test.ts"]
        : ["tests/database/rights/**/*.test.ts"],
  },
});

/** One project for each suite, so that each can be run alone: `npx vitest run --project rights`. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "rules",
          isolate: false,
          include: [
            "domain/**/*.test.ts",
            "app/**/*.test.ts",
            "server/**/*.test.ts",
            "scripts/**/*.test.ts",
            "supabase/**/*.test.ts",
          ],
        },
      },
      onDatabases("rights"),
      onDatabases("procedures"),
      {
        extends: true,
        test: {
          ...shared,
          testTimeout: 180_000,
          // The default, a second, is not enough on a busy machine.
          expect: { poll: { timeout: 10_000 } },
          name: "host",
          // The library's least: a password of a test guards nothing, and to hash it was a third of the work of many files.
          env: { LITE_AUTH_BCRYPT_COST: "4" },
          isolate: false,
          include: ["tests/host/**/*.test.ts"],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          testTimeout: 90_000,
          expect: { poll: { timeout: 20_000 } },
          name: "faults",
          env: { LITE_AUTH_BCRYPT_COST: "4" },
          include: ["tests/faults/**/*.test.ts"],
          fileParallelism: false,
        },
      },
    ],
  },
});
