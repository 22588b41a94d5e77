import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { parseArgs } from "node:util";
import { examine } from "../server/doctor/examine.ts";

// npm run doctor [-- --send EMAIL] says what works, what to watch, and what to repair. Exit code 1: something is a problem.

if (existsSync(".env")) loadEnvFile(".env");
const { values } = parseArgs({ options: { send: { type: "string" } } });
const findings = await examine(process.env, values.send);
const width = Math.max(...findings.map(({ topic }) => topic.length));
for (const { topic, state, text } of findings) console.log(`${state.padEnd(7)}  ${topic.padEnd(width)}  ${text}`);
const count = (wanted: string) => findings.filter(({ state }) => state === wanted).length;
const counted = (wanted: string) => `${count(wanted)} ${wanted}${count(wanted) === 1 ? "" : "s"}`;
console.log(`\n${counted("problem")}, ${counted("warning")}`);
process.exit(count("problem") > 0 ? 1 : 0);
