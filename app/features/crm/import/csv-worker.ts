import { createCsvReader } from "../../../../domain/csv-reader.ts";
import { readLeadRow } from "../../../../domain/lead-columns.ts";
import { createChunks } from "../../../../domain/row-chunks.ts";
import { FILE_PROBLEMS, FileProblem, inspectFile, readText } from "./inspect-file.ts";
import type { FileReading, FileRow, WorkerRequest, WorkerResponse } from "./read-file.ts";

// Reads files in chunks outside the main thread, so that the page stays responsive and memory use stays low.

let continueReading: (() => void) | undefined;
const respond = (message: WorkerResponse) => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.type === "next") return continueReading?.();
  const work = data.type === "inspect" ? inspect(data.file) : read(data);
  work.catch((error: unknown) =>
    respond({ type: "problem", message: error instanceof FileProblem ? error.message : FILE_PROBLEMS.unreadable }),
  );
});

async function inspect(file: File): Promise<void> {
  const inspected = await inspectFile(file, (bytes) => respond({ type: "bytes", bytes }));
  respond({ type: "inspected", inspected });
}

async function read({ file, inspected, chunk, ...options }: FileReading): Promise<void> {
  const { headers, separator, encoding } = inspected;
  const ready: FileRow[][] = [];
  const chunks = createChunks<FileRow>(chunk);
  const put = (complete: FileRow[] | null) => complete && ready.push(complete);
  let sent = 0;
  let isHeader = true;
  const reader = createCsvReader(separator, (record) => {
    if (isHeader) isHeader = false;
    else put(chunks.add({ ...readLeadRow(record, { headers, ...options }), row: record.row }));
  });
  const send = async () => {
    for (let rows = ready.shift(); rows; rows = ready.shift()) {
      const taken = new Promise<void>((resolve) => {
        continueReading = resolve;
      });
      respond({ type: "chunk", from: sent + 1, rows });
      sent += rows.length;
      await taken;
    }
  };
  await readText(file, encoding, async (text) => {
    reader.push(text);
    await send();
  });
  reader.end();
  put(chunks.end());
  await send();
  respond({ type: "end", rows: sent });
}
