import { adversarialStrings, patternsOfServer, slowest } from "../tests/support/adversarial.ts";
import { outcomeOf, readers } from "../tests/support/adversarial-readers.ts";
import { compareAuthReadings } from "../tests/support/auth-readings.ts";
import { compareRestReadings } from "../tests/support/rest-readings.ts";
import { atMost, type Measurement } from "./measurement.ts";

const VARIANTS = 10_000;
/** These files read settings and our own texts, never a request. */
const EXCLUDED_SOURCES = ["server/environment/", "server/backend/open-hosted.ts", "_shared/hosted-deps.ts"];
/** Texts that are cut before the pattern runs. */
const CUT: Record<string, number> = { "server/backend/protocol.ts": 2_000 };
/** Inputs that broke parsers before, in addition to those generated from patterns. */
const SHAPES =
  '/ . , : ; & = % ( ) [ ] { " \\ a 1 é _ - a=1& %41 %2f (, ,) a( a), "a":1, not. and( a.eq.1, \\u0061 [[ {"a": :: 0: 1.';

/** Tests guard and library on generated spellings, and measures every pattern and parser on adversarial strings. */
export async function measureGuard(): Promise<Measurement[]> {
  // The library prints every query that it cannot parse.
  const { error } = console;
  console.error = () => {};
  const auth = await compareAuthReadings(VARIANTS);
  const rest = await compareRestReadings(VARIANTS);
  console.error = error;
  const disagreements = [...auth.disagreements, ...rest.disagreements];
  for (const one of disagreements.slice(0, 5)) console.error(one);
  const [pattern, reader] = [slowestPattern(), slowestReader()];
  const accepted = `${auth.accepted + rest.accepted} accepted and the same, the others refused`;
  return [
    atMost(
      `requests of ${2 * VARIANTS} that guard and library read differently`,
      disagreements.length,
      0,
      "",
      accepted,
    ),
    atMost("slowest pattern on 64 kB", pattern.ms, 5, "ms", pattern.what),
    atMost("slowest reader on 64 kB", reader.ms, 5, "ms", reader.what),
  ];
}

function slowestPattern(): { ms: number; what: string } {
  let worst = { ms: 0, what: "" };
  for (const { pattern, source, place } of patternsOfServer()) {
    if (EXCLUDED_SOURCES.some((part) => place.includes(part))) continue;
    const length = CUT[place.slice(0, place.lastIndexOf(":"))];
    const { ms } = slowest(adversarialStrings(pattern.source, length), (text) =>
      pattern.global ? text.replace(pattern, "") : pattern.test(text),
    );
    if (ms > worst.ms) worst = { ms, what: `${place} ${source.slice(0, 40)}` };
  }
  return worst;
}

function slowestReader(): { ms: number; what: string } {
  let worst = { ms: 0, what: "" };
  const inputs = SHAPES.split(" ").flatMap((unit) => {
    const run = unit.repeat(Math.floor((64 * 1024 - 2) / unit.length));
    return [run, `${run}\u0001`, `a${run}a`];
  });
  for (const [name, read] of Object.entries(readers)) {
    const { ms, input } = slowest(inputs, (text) => outcomeOf(read, text));
    if (ms > worst.ms) worst = { ms, what: `${name} ${JSON.stringify(input.slice(0, 12))}` };
  }
  return worst;
}
