import type { LeadFields, LeadMapping, Reading } from "../../../../domain/lead-columns.ts";
import type { ChunkSize } from "../../../../domain/row-chunks.ts";
import type { Inspected } from "./inspect-file.ts";

/** A file, and how its rows are read and handed over. */
export type FileReading = Reading & { file: File; inspected: Inspected; mapping: LeadMapping; chunk: ChunkSize };

/** What the page asks of the worker; it says `next` when a chunk is on its way, so that no more than one waits. */
export type Asked = { ask: "inspect"; file: File } | ({ ask: "read" } & FileReading) | { ask: "next" };

export type Told =
  | { tell: "bytes"; bytes: number }
  | { tell: "inspected"; inspected: Inspected }
  | { tell: "chunk"; from: number; rows: LeadFields[] }
  | { tell: "end"; rows: number }
  | { tell: "problem"; message: string };
