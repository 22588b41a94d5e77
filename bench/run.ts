import { startHostProcess } from "../tests/support/host-process.ts";
import { type Measurement, printTable } from "./measurement.ts";
import { measureMemory } from "./memory.ts";
import { measurePageThroughput } from "./page-throughput.ts";
import { measureRestLatency } from "./rest-latency.ts";
import { measureScriptSizes } from "./script-sizes.ts";
import { measureStartTimes } from "./start-times.ts";
import { measureSubmissions } from "./submissions.ts";

// Every figure that the product promises, measured on this machine and printed next to its target.
const measurements: Measurement[] = [];
const host = await startHostProcess({ RATE_LIMIT_SCALE: "0" });
try {
  measurements.push(await measurePageThroughput(host.url));
  measurements.push(...(await measureRestLatency(host.url)));
  measurements.push(...(await measureScriptSizes(host.url)));
} finally {
  await host.dispose();
}
measurements.push(...(await measureStartTimes()));
measurements.push(...(await measureSubmissions()));
const another = await startHostProcess({ RATE_LIMIT_SCALE: "0" });
try {
  measurements.push(...(await measureMemory(another)));
} finally {
  await another.dispose();
}
printTable(measurements);
