import type { LeadFields } from "../../../../domain/lead-columns.ts";
import type { FileReading, WorkerRequest, WorkerResponse } from "./csv-messages.ts";
import { FILE_PROBLEMS, FileProblem } from "./file-problem.ts";
import type { FileInfo } from "./inspect-file.ts";

/** Reads a file in a worker of its own, which ends with it. Throws FileProblem, or the signal's reason. */
function inWorker<Result>(
  first: WorkerRequest,
  signal: AbortSignal,
  onResponse: (
    response: WorkerResponse,
    request: (message: WorkerRequest) => void,
    resolve: (result: Result) => void,
  ) => void | Promise<void>,
) {
  return new Promise<Result>((resolve, reject) => {
    const worker = new Worker(new URL("./csv-worker.ts", import.meta.url), { type: "module" });
    const request = (message: WorkerRequest) => worker.postMessage(message);
    const end = (settle: () => void) => {
      worker.terminate();
      signal.removeEventListener("abort", abort);
      settle();
    };
    const abort = () => end(() => reject(signal.reason));
    signal.addEventListener("abort", abort);
    worker.onerror = () => end(() => reject(new FileProblem(FILE_PROBLEMS.unreadable)));
    worker.onmessage = async ({ data }: MessageEvent<WorkerResponse>) => {
      if (data.type === "problem") return end(() => reject(new FileProblem(data.message)));
      try {
        await onResponse(data, request, (result) => end(() => resolve(result)));
      } catch (error) {
        end(() => reject(error));
      }
    };
    request(first);
  });
}

export function inspectInWorker(file: File, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<FileInfo> {
  return inWorker<FileInfo>({ type: "inspect", file }, signal, (response, _request, resolve) => {
    if (response.type === "bytes") onBytes(response.bytes);
    if (response.type === "inspected") resolve(response.inspected);
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
  return inWorker<number>({ type: "read", ...reading }, signal, async (response, request, resolve) => {
    if (response.type !== "chunk" && response.type !== "end") return;
    await sending;
    if (response.type === "end") return resolve(response.rows);
    sending = take(response.from, response.rows);
    // Whoever waits for it next hears of a failure.
    sending.catch(() => undefined);
    request({ type: "next" });
  });
}
