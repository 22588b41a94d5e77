import { fileProblem, MAX_ATTACHMENTS, storedName } from "../../../domain/files.ts";
import { removeFiles, uploadFile } from "../files.ts";
import { isConflict, problemText } from "../problem-text.ts";

export type Attachment = {
  id: string;
  file: File;
  state: "waiting" | "sending" | "done" | "failed";
  /** The share that is sent, from 0 to 1. */
  share: number;
  problem?: string;
};

/** Some files are not stored, so the message was not sent. */
export class UploadsFailed extends Error {
  constructor() {
    super("Not sent yet: retry or remove the files that weren't uploaded.");
  }
}

type PathOf = (messageId: string, name: string) => string;

/**
 * The files of a message that is not sent yet. They are uploaded at once, one after another, so that sending the message
 * takes no longer. A database job deletes files of messages that are never sent.
 */
export class AttachmentUploads {
  /** The id of the message that is written. It changes when the message is sent. */
  messageId: string = crypto.randomUUID();
  readonly #pathOf: PathOf;
  readonly #paths = new Map<string, string>();
  readonly #running = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();
  #items: readonly Attachment[] = [];
  #turn: Promise<void> = Promise.resolve();
  #mayBeSent = false;

  /** `pathOf` makes the path in storage from the message's id and a stored name. */
  constructor(pathOf: PathOf) {
    this.#pathOf = pathOf;
  }

  readonly items = (): readonly Attachment[] => this.#items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Starts to upload files. Returns a sentence for each one that is not accepted. */
  add(files: readonly File[]): string[] {
    const problems: string[] = [];
    for (const file of files) {
      const problem = this.#problemOf(file);
      if (problem) {
        problems.push(problem);
        continue;
      }
      const id = crypto.randomUUID();
      this.#paths.set(id, this.#pathOf(this.messageId, storedName(file.name, crypto.randomUUID())));
      this.#set([...this.#items, { id, file, state: "waiting", share: 0 }]);
      this.#queue(id);
    }
    return problems;
  }

  retry(id: string): void {
    this.#change(id, { state: "waiting", share: 0 });
    this.#queue(id);
  }

  /** Removes a file from the message, and what was uploaded of it. */
  remove(id: string): void {
    this.#running.get(id)?.abort(new Error("removed"));
    const path = this.#paths.get(id);
    const item = this.#items.find((one) => one.id === id);
    this.#paths.delete(id);
    this.#set(this.#items.filter((one) => one.id !== id));
    // If this fails, the database job deletes it later.
    if (path && item?.state !== "waiting") void removeFiles("attachments", [path]).catch(() => undefined);
  }

  /** Waits until nothing is uploading. Throws UploadsFailed unless all files are stored. */
  async finish(): Promise<void> {
    for (let seen: Promise<void> | undefined; seen !== this.#turn; ) {
      seen = this.#turn;
      await seen;
    }
    if (this.#items.some(({ state }) => state !== "done")) throw new UploadsFailed();
    this.#mayBeSent = true;
  }

  /** The message was sent with its files. The next one begins. */
  release(): void {
    this.messageId = crypto.randomUUID();
    this.#mayBeSent = false;
    this.#paths.clear();
    this.#set([]);
  }

  /** The message is not sent. If the answer to sending it was lost, the database knows better what to delete. */
  discard(): void {
    if (this.#mayBeSent) return;
    for (const { id } of this.#items) this.remove(id);
  }

  #problemOf(file: File): string | undefined {
    if (this.#items.length >= MAX_ATTACHMENTS) return `${file.name}: you can attach ${MAX_ATTACHMENTS} files`;
    const isSame = (one: File) =>
      one.name === file.name && one.size === file.size && one.lastModified === file.lastModified;
    if (this.#items.some((item) => isSame(item.file))) return `${file.name} is already attached`;
    const problem = fileProblem("attachments", file);
    return problem && `${file.name}: ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`;
  }

  #queue(id: string): void {
    this.#turn = this.#turn.then(() => this.#send(id));
  }

  async #send(id: string): Promise<void> {
    const item = this.#items.find((one) => one.id === id);
    const path = this.#paths.get(id);
    if (item?.state !== "waiting" || !path) return;
    const abort = new AbortController();
    this.#running.set(id, abort);
    this.#change(id, { state: "sending" });
    try {
      const onProgress = (share: number) => this.#change(id, { share });
      const { file } = item;
      await uploadFile({ bucket: "attachments", path, file, name: file.name, onProgress, signal: abort.signal });
      this.#change(id, { state: "done", share: 1 });
    } catch (error) {
      // The path is taken by this very file when the answer of an earlier try was lost.
      if (isConflict(error)) this.#change(id, { state: "done", share: 1 });
      else this.#change(id, { state: "failed", problem: problemText(error, "Not uploaded") });
    } finally {
      this.#running.delete(id);
    }
  }

  #change(id: string, change: Partial<Attachment>): void {
    this.#set(
      this.#items.map((item) => {
        if (item.id !== id) return item;
        const { problem: _, ...rest } = item;
        return { ...rest, ...change };
      }),
    );
  }

  #set(items: readonly Attachment[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}
