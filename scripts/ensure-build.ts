import { execFileSync } from "node:child_process";
import { prepareEmptyDatabase } from "../server/database/prepared.ts";
import { isBuildFresh } from "./build-stamp.ts";

// `npm start` and `npm test` build only if the build is missing or stale.
if (!isBuildFresh()) {
  console.log("Building …");
  execFileSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
}
// Migrations change more often than pages.
await prepareEmptyDatabase();
