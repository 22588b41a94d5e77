import type { LeadFields, LeadMapping, ReadOptions } from "../../../../domain/lead-columns.ts";
import type { ChunkSize } from "../../../../domain/row-chunks.ts";
import type { FileInfo } from "./inspect-file.ts";

/** A file, and how its rows are read and handed over. */
export type FileReading = ReadOptions & { file: File; inspected: FileInfo; mapping: LeadMapping; chunk: ChunkSize };

/** What the page asks of the worker; it says `next` when a chunk is on its way, so that no more than one waits. */
export type WorkerRequest = { type: "inspect"; file: File } | ({ type: "read" } & FileReading) | { type: "next" };

export type WorkerResponse =
  | { type: "bytes"; bytes: number }
  | { type: "inspected"; inspected: FileInfo }
  | { type: "chunk"; from: number; rows: LeadFields[] }
  | { type: "end"; rows: number }
  | { type: "problem"; message: string };
