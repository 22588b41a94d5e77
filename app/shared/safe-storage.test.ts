import { afterEach, expect, test, vi } from "vitest";
import { safeLocalStorage, safeSessionStorage } from "./safe-storage.ts";

afterEach(() => vi.unstubAllGlobals());

/** As a browser's: its keys are its properties, and its methods are not. */
function createStorage(texts: Record<string, string>): Storage {
  const methods = {
    getItem: (key: string) => texts[key] ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > 100) throw new DOMException("full", "QuotaExceededError");
      texts[key] = text;
    },
    removeItem: (key: string) => delete texts[key],
  };
  return new Proxy(texts, {
    get: (_, name) => Reflect.get(methods, name),
  }) as unknown as Storage;
}

test("What is written can be read and removed", () => {
  vi.stubGlobal("localStorage", createStorage({}));
  expect(safeLocalStorage.write("a", "1")).toBe(true);
  expect(safeLocalStorage.read("a")).toBe("1");
  safeLocalStorage.remove("a");
  expect(safeLocalStorage.read("a")).toBe(null);
});

test("All keys with a prefix can be removed", () => {
  const texts = { "crm-list": "1", "crm-draft:2": "2", session_id: "3" };
  vi.stubGlobal("sessionStorage", createStorage(texts));
  safeSessionStorage.remove("crm-", { prefix: true });
  expect(texts).toEqual({ session_id: "3" });
});

test("Damaged JSON is read as null", () => {
  vi.stubGlobal("localStorage", createStorage({ whole: '{"a":1}', damaged: '{"a":' }));
  expect(safeLocalStorage.readJson("whole")).toEqual({ a: 1 });
  expect(safeLocalStorage.readJson("damaged")).toBe(null);
  expect(safeLocalStorage.readJson("missing")).toBe(null);
});

test("Full storage refuses a write and keeps the old text", () => {
  vi.stubGlobal("localStorage", createStorage({ a: "old" }));
  expect(safeLocalStorage.write("a", "x".repeat(101))).toBe(false);
  expect(safeLocalStorage.read("a")).toBe("old");
});

test("Blocked storage holds nothing and stores nothing", () => {
  const blocked = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  vi.stubGlobal("localStorage", new Proxy({}, { get: blocked, ownKeys: blocked }));
  expect(safeLocalStorage.read("a")).toBe(null);
  expect(safeLocalStorage.readJson("a")).toBe(null);
  expect(safeLocalStorage.write("a", "1")).toBe(false);
  expect(() => safeLocalStorage.remove("a")).not.toThrow();
  expect(() => safeLocalStorage.remove("a", { prefix: true })).not.toThrow();
});

test("A page that renders on the server has no storage", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(safeLocalStorage.read("a")).toBe(null);
});
