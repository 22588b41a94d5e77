import { createReadStream, createWriteStream, existsSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { PassThrough, Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Environment, StartError } from "../environment/environment.ts";
import { checkKey, decrypt, encrypt, isEncrypted, START_BYTES } from "./encryption.ts";

const MIN_KEY_LENGTH = 16;

/** The key of backups from BACKUP_KEY or the file that BACKUP_KEY_FILE names; undefined without one. */
export function readBackupKey({ BACKUP_KEY, BACKUP_KEY_FILE }: Environment): string | undefined {
  if (!BACKUP_KEY_FILE) return BACKUP_KEY;
  const key = readFileSync(BACKUP_KEY_FILE, "utf8").trim();
  if (key.length < MIN_KEY_LENGTH)
    throw new StartError(`BACKUP_KEY_FILE ${BACKUP_KEY_FILE} must have at least ${MIN_KEY_LENGTH} characters`);
  return key;
}

/** Writes a backup file, encrypted if there is a key. Only its owner may read it. */
export async function writeBackupFile<Result>(
  path: string,
  key: string | undefined,
  write: (sink: Writable) => Promise<Result>,
): Promise<Result> {
  const file = createWriteStream(path, { mode: 0o600, flush: true });
  if (!key) return write(file);
  const plain = new PassThrough();
  const written = pipeline(plain, (source) => encrypt(source, key), file);
  const result = write(plain).catch((error: Error) => {
    plain.destroy(error);
    throw error;
  });
  await Promise.all([result, written]);
  return result;
}

/**
 * Reads a backup file, encrypted or not. Throws a StartError if there is no file, and if it needs a key or another one, before
 * anything is read.
 */
export async function readBackupFile(path: string, key: string | undefined): Promise<Readable> {
  if (!existsSync(path)) throw new StartError(`${path} doesn't exist`);
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
  await file.close();
  const start = buffer.subarray(0, bytesRead);
  if (!isEncrypted(start)) return createReadStream(path);
  if (!key) throw new StartError("The backup is encrypted: set BACKUP_KEY or BACKUP_KEY_FILE to its key");
  checkKey(start, key);
  return Readable.from(decrypt(createReadStream(path), key), { objectMode: false });
}
