import { crossOrigin } from "../backend/protocol-errors.ts";

/** Supabase Storage's codes that this host answers with, and the status of each. */
const STATUS = {
  AccessDenied: 403,
  DatabaseTimeout: 503,
  EntityTooLarge: 413,
  InternalError: 500,
  InvalidJWT: 401,
  InvalidKey: 400,
  InvalidMimeType: 415,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidSignature: 400,
  MethodNotAllowed: 405,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchRoute: 404,
  ResourceAlreadyExists: 409,
  SlowDown: 429,
  QuotaReached: 429,
} as const;

/** Older clients read `error`. These codes have another word there. */
const LEGACY: Partial<Record<StorageCode, string>> = {
  AccessDenied: "Unauthorized",
  EntityTooLarge: "Payload too large",
  InvalidMimeType: "invalid_mime_type",
  NoSuchBucket: "Bucket not found",
  NoSuchKey: "not_found",
  QuotaReached: "quota_reached",
  ResourceAlreadyExists: "Duplicate",
};

export type StorageCode = keyof typeof STATUS;

/** A refused storage request. The message is for the sender. */
export class StorageProblem extends Error {
  readonly code: StorageCode;
  readonly headers: Record<string, string>;

  constructor(code: StorageCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }

  /** The answer in the format of Supabase Storage. supabase-js turns it into a StorageApiError. */
  toResponse(): Response {
    const status = STATUS[this.code];
    const body = {
      statusCode: String(status),
      code: this.code,
      error: LEGACY[this.code] ?? this.code,
      message: this.message,
    };
    return Response.json(body, { status, headers: crossOrigin({ "Cache-Control": "no-store", ...this.headers }) });
  }
}

export const noSuchBucket = (): StorageProblem => new StorageProblem("NoSuchBucket", "Bucket not found");
export const noSuchObject = (): StorageProblem => new StorageProblem("NoSuchKey", "Object not found");
