import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { StaticFiles } from "./static-files.ts";

/** Where pages come from: the build in production, Vite while developing. */
export type Pages = {
  /** Files to send straight from memory. */
  files: StaticFiles;
  /** Answers a page that no file holds, the not-found page included. */
  page: (request: Request) => Promise<Response>;
  /** Sees a request before anything else (Vite's modules); calls `next` when it is none of its business. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** Called with the server once it listens (Vite's hot reload shares the port). */
  close?: () => Promise<void>;
};

export type OpenPages = (options: {
  siteUrl: string;
  supabaseUrl?: string | undefined;
  demo: boolean;
  server: Server;
}) => Promise<Pages>;
