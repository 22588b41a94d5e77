/**
 * The browser's storage for what a page can do without. Nothing here throws: without storage (blocked, full, on the server)
 * reads return null and writes return false.
 */
class SafeStorage {
  readonly #open: () => Storage;

  /** Browsers that block storage throw when a page only names it. */
  constructor(open: () => Storage) {
    this.#open = open;
  }

  read(key: string): string | null {
    try {
      return this.#open().getItem(key);
    } catch {
      return null;
    }
  }

  /** Null for damaged JSON too. Callers check the shape, because older versions of the page may have written it. */
  readJson(key: string): unknown {
    try {
      return JSON.parse(this.#open().getItem(key) ?? "null");
    } catch {
      return null;
    }
  }

  /** Whether the text was stored. */
  write(key: string, text: string): boolean {
    try {
      this.#open().setItem(key, text);
      return true;
    } catch {
      return false;
    }
  }

  /** Removes the key, and with `{ prefix: true }` all keys that start with it. */
  remove(key: string, { prefix = false } = {}): void {
    try {
      const storage = this.#open();
      const keys = prefix ? Object.keys(storage).filter((name) => name.startsWith(key)) : [key];
      for (const name of keys) storage.removeItem(name);
    } catch {
      // Without storage there is nothing to remove.
    }
  }
}

/** Stays in the browser and is shared by its tabs. */
export const safeLocalStorage = new SafeStorage(() => localStorage);

/** Ends with the tab. */
export const safeSessionStorage = new SafeStorage(() => sessionStorage);
