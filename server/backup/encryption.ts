import { createCipheriv, createDecipheriv, createHmac, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { StartError } from "../environment/environment.ts";

// An encrypted backup is a header, then chunks with AES-256-GCM. Each chunk's nonce is its number and whether it is the last
// one, so a chunk that is missing, moved, changed or cut off is noticed before its content is used (docs/decisions/0031).

const MAGIC = Buffer.from("upfunnel-encrypted-1\n");
const SALT_BYTES = 16;
const CHECK_BYTES = 16;
const HEADER_BYTES = MAGIC.length + SALT_BYTES + CHECK_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
/** Makes guessing a short key expensive: each try takes about 0.3 s and 64 MB. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

type Bytes = AsyncIterable<Buffer>;
type Cipher = { key: Buffer; header: Buffer };

/** Whether a file that begins with these bytes is an encrypted backup. */
export const isEncrypted = (start: Buffer): boolean => start.subarray(0, MAGIC.length).equals(MAGIC);

/** Throws a StartError if a file that begins with these bytes was encrypted with another key. */
export function checkKey(start: Buffer, passphrase: string): void {
  if (start.length < HEADER_BYTES) throw damaged();
  openHeader(start.subarray(0, HEADER_BYTES), passphrase);
}

/** How many bytes of a file the two need. */
export const START_BYTES: number = HEADER_BYTES;

/** Encrypts a stream. It keeps one chunk in memory. */
export async function* encrypt(source: Bytes, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const { key, check } = deriveKey(passphrase, salt);
  const header = Buffer.concat([MAGIC, salt, check]);
  yield header;
  let number = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of source) {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    for (; rest.length > CHUNK_BYTES; rest = rest.subarray(CHUNK_BYTES))
      yield seal({ key, header }, rest.subarray(0, CHUNK_BYTES), number++, false);
  }
  yield seal({ key, header }, rest, number, true);
}

/** Decrypts a stream. Throws a StartError for a wrong key, and for a file that is cut off or was changed. */
export async function* decrypt(source: Bytes, passphrase: string): AsyncGenerator<Buffer> {
  let cipher: Cipher | undefined;
  let number = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of source) {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    if (!cipher) {
      if (rest.length < HEADER_BYTES) continue;
      cipher = openHeader(rest.subarray(0, HEADER_BYTES), passphrase);
      rest = rest.subarray(HEADER_BYTES);
    }
    for (; rest.length > CHUNK_BYTES + TAG_BYTES; rest = rest.subarray(CHUNK_BYTES + TAG_BYTES))
      yield unseal(cipher, rest.subarray(0, CHUNK_BYTES + TAG_BYTES), number++, false);
  }
  if (!cipher) throw damaged();
  yield unseal(cipher, rest, number, true);
}

/** The last key that was derived: a file's key is needed to check the header, to read the file, and to verify it after writing. */
let last: { passphrase: string; salt: Buffer; derived: Buffer } | undefined;

function deriveKey(passphrase: string, salt: Buffer): { key: Buffer; check: Buffer } {
  if (last?.passphrase !== passphrase || !last.salt.equals(salt))
    last = { passphrase, salt: Buffer.from(salt), derived: scryptSync(passphrase, salt, 64, SCRYPT) };
  const { derived } = last;
  const check = createHmac("sha256", derived.subarray(32)).update(MAGIC).update(salt).digest().subarray(0, CHECK_BYTES);
  return { key: derived.subarray(0, 32), check };
}

function openHeader(header: Buffer, passphrase: string): Cipher {
  if (!isEncrypted(header)) throw damaged();
  const { key, check } = deriveKey(passphrase, header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES));
  if (!timingSafeEqual(check, header.subarray(-CHECK_BYTES)))
    throw new StartError("The backup was encrypted with another key: check BACKUP_KEY");
  return { key, header };
}

function seal({ key, header }: Cipher, chunk: Buffer, number: number, isLast: boolean): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number, isLast));
  cipher.setAAD(header);
  return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
}

function unseal({ key, header }: Cipher, sealed: Buffer, number: number, isLast: boolean): Buffer {
  if (sealed.length < TAG_BYTES) throw damaged();
  const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
  decipher.setAAD(header);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw damaged();
  }
}

/** Unique for each chunk. The key belongs to one file, because its salt is random. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 3);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

const damaged = () => new StartError("The backup file is incomplete or damaged");
