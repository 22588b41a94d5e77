import { type HostProcess, startHostProcess } from "../tests/support/host-process.ts";
import { measureAccounts } from "./accounts.ts";
import { measureAdmin } from "./admin.ts";
import { measureBooking } from "./booking.ts";
import { measureClientDashboard } from "./client-dashboard.ts";

import { measureCrm } from "./crm.ts";
import { measureCrmImport, measureImportOnPostgres } from "./crm-import.ts";
import { measureCrmMillion } from "./crm-million.ts";

import { measureErasure } from "./erasure.ts";
import { measureGuard } from "./guard.ts";
import { measureHostWhileBusy } from "./host-while-busy.ts";
import { measureKilledPayments } from "./killed-payments.ts";
import { measureLandingPages } from "./landing.ts";
import { measureLandingEditor } from "./landing-editor.ts";
import { measureLandingTests } from "./landing-tests.ts";
import { type Measurement, printTable } from "./measurement.ts";
import { measureMemory } from "./memory.ts";
import { measureOutbox, measureSlowServer } from "./outbox.ts";
import { measurePageThroughput } from "./page-throughput.ts";
import { measurePublicPages } from "./public-pages.ts";
import { measureRestLatency } from "./rest-latency.ts";
import { measureRestOnPostgres } from "./rest-postgres.ts";
import { measureRouting } from "./routing.ts";
import { measureScaling } from "./scaling.ts";
import { measureScriptSizes } from "./script-sizes.ts";
import { measureStartTimes } from "./start-times.ts";
import { measureStorage } from "./storage.ts";
import { measureSubmissions } from "./submissions.ts";
import { measureWorkspace } from "./workspace.ts";

// Measures every promised figure on this machine and prints it next to its target. Arguments name single parts (`npm
// run bench -- pages memory`).

type Measure = () => Promise<Measurement | Measurement[]>;

/** Runs a measurement against its own host with a fresh database. */
const onHost =
  (measure: (host: HostProcess) => Promise<Measurement | Measurement[]>): Measure =>
  async () => {
    const host = await startHostProcess({ RATE_LIMIT_SCALE: "0" });
    try {
      return await measure(host);
    } finally {
      await host.dispose();
    }
  };

const parts: Record<string, Measure> = {
  throughput: onHost(({ url }) => measurePageThroughput(url)),
  rest: onHost(({ url }) => measureRestLatency(url)),
  "rest-postgres": measureRestOnPostgres,
  healthz: measureHostWhileBusy,
  scripts: onHost(({ url }) => measureScriptSizes(url)),
  guard: measureGuard,
  start: measureStartTimes,
  routing: measureRouting,
  submissions: measureSubmissions,
  payments: measureKilledPayments,
  dashboard: measureClientDashboard,
  workspace: measureWorkspace,
  admin: measureAdmin,
  crm: measureCrm,
  "crm-import": measureCrmImport,
  "crm-import-postgres": measureImportOnPostgres,
  erasure: measureErasure,
  landing: onHost(({ url }) => measureLandingPages(url)),
  "landing-editor": onHost(({ url }) => measureLandingEditor(url)),
  "landing-tests": measureLandingTests,
  storage: onHost(measureStorage),
  memory: onHost(measureMemory),
  outbox: measureOutbox,
  pages: onHost(({ url }) => measurePublicPages(url)),
};

/** Too slow for every run. They run only when named. */
const longer: Record<string, Measure> = {
  accounts: measureAccounts,
  booking: measureBooking,
  "crm-million": measureCrmMillion,
  "outbox-slow": () => measureSlowServer(),
  scaling: measureScaling,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in parts || name in longer));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. Parts: ${Object.keys({ ...parts, ...longer }).join(", ")}`);
  process.exit(2);
}
const measurements: Measurement[] = [];
for (const name of named.length > 0 ? named : Object.keys(parts))
  measurements.push(...[await ((parts[name] ?? longer[name]) as Measure)()].flat());
printTable(measurements);
