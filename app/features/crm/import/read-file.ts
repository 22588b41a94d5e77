import type { LeadFields } from "../../../../domain/lead-columns.ts";
import type { Asked, FileReading, Told } from "./csv-messages.ts";
import { FILE_PROBLEMS, FileProblem } from "./file-problem.ts";
import type { Inspected } from "./inspect-file.ts";

/** Reads a file in a worker of its own, which ends with it. Throws FileProblem, or the signal's reason. */
function inWorker<Result>(
  first: Asked,
  signal: AbortSignal,
  hear: (told: Told, ask: (asked: Asked) => void, done: (result: Result) => void) => void | Promise<void>,
) {
  return new Promise<Result>((resolve, reject) => {
    const worker = new Worker(new URL("./csv-worker.ts", import.meta.url), { type: "module" });
    const ask = (asked: Asked) => worker.postMessage(asked);
    const end = (settle: () => void) => {
      worker.terminate();
      signal.removeEventListener("abort", abort);
      settle();
    };
    const abort = () => end(() => reject(signal.reason));
    signal.addEventListener("abort", abort);
    worker.onerror = () => end(() => reject(new FileProblem(FILE_PROBLEMS.unreadable)));
    worker.onmessage = async ({ data }: MessageEvent<Told>) => {
      if (data.tell === "problem") return end(() => reject(new FileProblem(data.message)));
      try {
        await hear(data, ask, (result) => end(() => resolve(result)));
      } catch (error) {
        end(() => reject(error));
      }
    };
    ask(first);
  });
}

export function inspectInWorker(file: File, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<Inspected> {
  return inWorker<Inspected>({ ask: "inspect", file }, signal, (told, _ask, done) => {
    if (told.tell === "bytes") onBytes(told.bytes);
    if (told.tell === "inspected") done(told.inspected);
  });
}

/**
 * Hands the rows over in chunks, one after the other; while one is on its way, the next is read. Answers how many rows there
 * were, when the last of them was taken.
 */
export function readInWorker(
  reading: FileReading,
  signal: AbortSignal,
  take: (from: number, rows: LeadFields[]) => Promise<void>,
): Promise<number> {
  let sending = Promise.resolve();
  return inWorker<number>({ ask: "read", ...reading }, signal, async (told, ask, done) => {
    if (told.tell !== "chunk" && told.tell !== "end") return;
    await sending;
    if (told.tell === "end") return done(told.rows);
    sending = take(told.from, told.rows);
    // Whoever waits for it next hears of a failure.
    sending.catch(() => undefined);
    ask({ ask: "next" });
  });
}
