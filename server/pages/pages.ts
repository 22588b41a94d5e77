import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { StaticFiles } from "./static-files.ts";

/** The source of the pages: the build in production, Vite in development. */
export type Pages = {
  /** Files to send straight from memory. */
  files: StaticFiles;
  /** Answers pages that are not files, including the not-found page. */
  page: (request: Request) => Promise<Response>;
  /** Handles requests for Vite's modules before anything else. Calls `next` for all other requests. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** Closes Vite when the host stops. */
  close?: () => Promise<void>;
};

export type OpenPages = (options: {
  siteUrl: string;
  supabaseUrl?: string | undefined;
  demo: boolean;
  server: Server;
}) => Promise<Pages>;
