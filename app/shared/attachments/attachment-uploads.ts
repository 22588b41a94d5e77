import { fileRefusal, MAX_ATTACHMENTS, storedName } from "../../../domain/files.ts";
import { removeFiles, uploadFile } from "../files.ts";
import { isConflict } from "../problem-text.ts";
import { type UploadItem, UploadQueue } from "../uploads/upload-queue.ts";

/** Some files are not stored, so the message was not sent. */
export class UploadsFailed extends Error {
  constructor() {
    super("Not sent yet: retry or remove the files that weren't uploaded.");
  }
}

type PathOf = (messageId: string, name: string) => string;

/**
 * The files of a message that is not sent yet. They are uploaded at once, so that sending the message takes no longer. A
 * database job deletes files of messages that are never sent.
 */
export class AttachmentUploads {
  /** The id of the message that is written. It changes when the message is sent. */
  messageId: string = crypto.randomUUID();
  readonly #pathOf: PathOf;
  readonly #paths = new Map<string, string>();
  readonly #queue = new UploadQueue({
    send: async (file, { id, ...more }) => {
      const path = this.#paths.get(id) ?? this.#pathOf(this.messageId, storedName(file.name, crypto.randomUUID()));
      this.#paths.set(id, path);
      await uploadFile({ bucket: "attachments", path, file, name: file.name, ...more }).catch((error) => {
        // The path is taken by this very file when the answer of an earlier try was lost.
        if (!isConflict(error)) throw error;
      });
    },
    check: checkAttachment,
    keepsDone: true,
  });
  #mayBeSent = false;

  readonly items: UploadQueue["items"] = this.#queue.items;
  readonly subscribe: UploadQueue["subscribe"] = this.#queue.subscribe;
  readonly add: UploadQueue["add"] = this.#queue.add;
  readonly retry: UploadQueue["retry"] = this.#queue.retry;

  /** `pathOf` makes the path in storage from the message's id and a stored name. */
  constructor(pathOf: PathOf) {
    this.#pathOf = pathOf;
  }

  /** Removes a file from the message, and what was uploaded of it. */
  readonly remove = (id: string): void => {
    const path = this.#paths.get(id);
    this.#paths.delete(id);
    this.#queue.remove(id);
    // If this fails, the database job deletes it later.
    if (path) void removeFiles("attachments", [path]).catch(() => undefined);
  };

  /** Waits until nothing is uploading. Throws UploadsFailed unless all files are stored. */
  async finish(): Promise<void> {
    await this.#queue.settle();
    if (this.items().some(({ state }) => state !== "done")) throw new UploadsFailed();
    this.#mayBeSent = true;
  }

  /** The message was sent with its files. The next one begins. */
  release(): void {
    this.messageId = crypto.randomUUID();
    this.#mayBeSent = false;
    this.#paths.clear();
    this.#queue.clear();
  }

  /** The message is not sent. If the answer to sending it was lost, the database knows better what to delete. */
  discard(): void {
    if (this.#mayBeSent) return;
    for (const { id } of this.items()) this.remove(id);
  }
}

function checkAttachment(file: File, items: readonly UploadItem[]): string | undefined {
  if (items.length >= MAX_ATTACHMENTS) return `${file.name}: you can attach up to ${MAX_ATTACHMENTS} files`;
  const isSame = (one: File) =>
    one.name === file.name && one.size === file.size && one.lastModified === file.lastModified;
  if (items.some((item) => isSame(item.file))) return `${file.name} is already attached`;
  return fileRefusal("attachments", file);
}
