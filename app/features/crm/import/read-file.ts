import type { LeadFields, LeadMapping, ReadOptions } from "../../../../domain/lead-columns.ts";
import type { ChunkSize } from "../../../../domain/row-chunks.ts";
import { FILE_PROBLEMS, type FileInfo, FileProblem } from "./inspect-file.ts";

/** Runs one worker for one file. Throws FileProblem, or the signal's reason. */
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

/** Sends the rows in chunks, one at a time, and reads the next chunk in the meantime. Returns the number of rows. */
export function readInWorker(
  reading: FileReading,
  signal: AbortSignal,
  take: (from: number, rows: FileRow[]) => Promise<void>,
): Promise<number> {
  let sending = Promise.resolve();
  return inWorker<number>({ type: "read", ...reading }, signal, async (response, request, resolve) => {
    if (response.type !== "chunk" && response.type !== "end") return;
    await sending;
    if (response.type === "end") return resolve(response.rows);
    sending = take(response.from, response.rows);
    // A failure is reported by the next await.
    sending.catch(() => undefined);
    request({ type: "next" });
  });
}

/** What the database gets of a row, with its number in the file. */
export type FileRow = LeadFields & { row: number };

export type FileReading = ReadOptions & { file: File; inspected: FileInfo; mapping: LeadMapping; chunk: ChunkSize };

/** `next` requests another chunk, so that at most one chunk waits in memory. */
export type WorkerRequest = { type: "inspect"; file: File } | ({ type: "read" } & FileReading) | { type: "next" };

export type WorkerResponse =
  | { type: "bytes"; bytes: number }
  | { type: "inspected"; inspected: FileInfo }
  | { type: "chunk"; from: number; rows: FileRow[] }
  | { type: "end"; rows: number }
  | { type: "problem"; message: string };
