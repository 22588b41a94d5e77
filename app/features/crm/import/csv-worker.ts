import { createCsvReader } from "../../../../domain/csv-reader.ts";
import { type LeadFields, readLeadRow } from "../../../../domain/lead-columns.ts";
import { createChunks } from "../../../../domain/row-chunks.ts";
import type { Asked, FileReading, Told } from "./csv-messages.ts";
import { FILE_PROBLEMS, FileProblem } from "./file-problem.ts";
import { inspectFile, readText } from "./inspect-file.ts";

// Files are read beside the page, so that it never stutters, and a piece at a time, so that memory stays flat.

let goOn: (() => void) | undefined;
const tell = (message: Told) => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  if (data.ask === "next") return goOn?.();
  const work = data.ask === "inspect" ? inspect(data.file) : read(data);
  work.catch((error: unknown) =>
    tell({ tell: "problem", message: error instanceof FileProblem ? error.message : FILE_PROBLEMS.unreadable }),
  );
});

async function inspect(file: File): Promise<void> {
  const inspected = await inspectFile(file, (bytes) => tell({ tell: "bytes", bytes }));
  tell({ tell: "inspected", inspected });
}

async function read({ file, inspected, chunk, ...how }: FileReading): Promise<void> {
  const { headers, separator, encoding } = inspected;
  const ready: LeadFields[][] = [];
  const chunks = createChunks<LeadFields>(chunk);
  const put = (complete: LeadFields[] | null) => complete && ready.push(complete);
  let sent = 0;
  let isHeader = true;
  const reader = createCsvReader(separator, (record) => {
    if (isHeader) isHeader = false;
    else put(chunks.add(readLeadRow(record, { headers, ...how })));
  });
  const send = async () => {
    for (let rows = ready.shift(); rows; rows = ready.shift()) {
      const taken = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      tell({ tell: "chunk", from: sent + 1, rows });
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
  tell({ tell: "end", rows: sent });
}
