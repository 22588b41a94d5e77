import type { FileRequest } from "../landing/serve-landing.ts";
import type { StaticFile } from "../pages/static-files.ts";

/** Finds a file that can be sent immediately for this request, if there is one. */
export type FindFile = (request: FileRequest) => StaticFile | undefined;
