import { problemText } from "../problem-text.ts";

export type UploadItem = {
  id: string;
  file: File;
  state: "waiting" | "sending" | "done" | "failed";
  /** The share that is sent, from 0 to 1. */
  share: number;
  /** Why the last try failed. */
  problem?: string;
};

type Options = {
  /** Stores one file. Another try has the same id. */
  send: (
    file: File,
    more: { id: string; onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<unknown>;
  /** Why a file is not accepted, as a sentence. */
  check: (file: File, items: readonly UploadItem[]) => string | undefined;
  /** Whether files stay in the list when they are stored. Files that failed always do, until someone removes them. */
  keepsDone: boolean;
};

/** Files on their way into storage, one after another. A store for `useSyncExternalStore`. */
export class UploadQueue {
  readonly #options: Options;
  readonly #running = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();
  #items: readonly UploadItem[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  readonly items = (): readonly UploadItem[] => this.#items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Starts to upload files. Returns a sentence for each one that is not accepted. */
  readonly add = (files: readonly File[]): string[] => {
    const problems: string[] = [];
    for (const file of files) {
      const problem = this.#options.check(file, this.#items);
      if (problem) problems.push(problem);
      else this.#start({ id: crypto.randomUUID(), file, state: "waiting", share: 0 });
    }
    return problems;
  };

  readonly retry = (id: string): void => {
    this.#change(id, { state: "waiting", share: 0 });
    this.#queue(id);
  };

  /** Takes a file from the list, and aborts its upload. */
  readonly remove = (id: string): void => {
    this.#running.get(id)?.abort(new Error("removed"));
    this.#set(this.#items.filter((one) => one.id !== id));
  };

  readonly clear = (): void => {
    for (const { id } of this.#items) this.remove(id);
  };

  /** Resolves when nothing is uploading. */
  async settle(): Promise<void> {
    for (let seen: Promise<void> | undefined; seen !== this.#turn; ) {
      seen = this.#turn;
      await seen;
    }
  }

  #start(item: UploadItem): void {
    this.#set([...this.#items, item]);
    this.#queue(item.id);
  }

  #queue(id: string): void {
    this.#turn = this.#turn.then(() => this.#send(id));
  }

  async #send(id: string): Promise<void> {
    const item = this.#items.find((one) => one.id === id);
    if (item?.state !== "waiting") return;
    const abort = new AbortController();
    this.#running.set(id, abort);
    this.#change(id, { state: "sending" });
    try {
      const onProgress = (share: number) => this.#change(id, { share });
      await this.#options.send(item.file, { id, onProgress, signal: abort.signal });
      if (this.#options.keepsDone) this.#change(id, { state: "done", share: 1 });
      else this.remove(id);
    } catch (error) {
      this.#change(id, { state: "failed", problem: problemText(error, "Not uploaded") });
    } finally {
      this.#running.delete(id);
    }
  }

  #change(id: string, change: Partial<UploadItem>): void {
    this.#set(
      this.#items.map((item) => {
        if (item.id !== id) return item;
        const { problem: _, ...rest } = item;
        return { ...rest, ...change };
      }),
    );
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}
