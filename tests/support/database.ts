import { inject } from "vitest";
import { openEmbedded } from "./database-embedded.ts";
import { borrow } from "./database-lending.ts";
import { openCopy, type TestServer } from "./database-server.ts";
import type { TestDatabase } from "./database-session.ts";
import type { World } from "./database-world.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Directories of embedded databases to copy: a migrated one, and one with the world. */
    embedded: { migrated: string; withWorld: string; world: World };
    /** A PostgreSQL server with the same databases, or null if there is none. */
    server: TestServer | null;
  }
}

type Kind = {
  name: string;
  overlapping: boolean;
  /** A migrated database with the owner's rights. */
  open: () => Promise<TestDatabase>;
  /** The same with the world. */
  openWithWorld: () => Promise<{ db: TestDatabase; world: World }>;
};

/** The databases that a suite must pass on: always the embedded one, and PostgreSQL if the machine has it. */
export function databases(): Kind[] {
  const embedded = inject("embedded");
  const server = inject("server");
  return [
    kindOf("the embedded database", false, embedded, openEmbedded),
    ...(server ? [kindOf("PostgreSQL", true, server, (template) => openCopy(server.url, template))] : []),
  ];
}

function kindOf(
  name: string,
  overlapping: boolean,
  { migrated, withWorld, world }: { migrated: string; withWorld: string; world: World },
  openFrom: (template: string) => Promise<TestDatabase>,
): Kind {
  const open = (template: string) => borrow(template, () => openFrom(template));
  return {
    name,
    overlapping,
    open: () => open(migrated),
    openWithWorld: async () => ({ db: await open(withWorld), world }),
  };
}
