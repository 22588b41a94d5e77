import type { FileRequest } from "../landing/serve-landing.ts";
import type { StaticFile } from "../pages/static-files.ts";

/** A file that can be sent at once for what is asked, if there is one. */
export type FindFile = (request: FileRequest) => StaticFile | undefined;
