import fc from "fast-check";
import { expect, test } from "vitest";
import { UploadQueue } from "./upload-queue.ts";

const file = (name: string) => new File(["x"], name);

/** A queue whose uploads end when the test says so. */
function given(keepsDone = true) {
  const sent: { name: string; id: string; signal: AbortSignal; end: (error?: Error) => void }[] = [];
  const queue = new UploadQueue({
    send: ({ name }, { id, signal }) =>
      new Promise<void>((resolve, reject) => {
        sent.push({ name, id, signal, end: (error) => (error ? reject(error) : resolve()) });
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
    check: ({ name }) => (name.endsWith(".exe") ? `${name}: no` : undefined),
    keepsDone,
  });
  return { queue, sent };
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

test("one file is sent at a time, in order, and a refused one is a sentence and never in the list", async () => {
  const { queue, sent } = given();
  expect(queue.add([file("a"), file("b.exe"), file("c")])).toEqual(["b.exe: no"]);
  await turn();
  expect(sent.map(({ name }) => name)).toEqual(["a"]);
  sent[0]?.end();
  await turn();
  expect(sent.map(({ name }) => name)).toEqual(["a", "c"]);
  expect(queue.items().map(({ state }) => state)).toEqual(["done", "sending"]);
});

test("files that are stored leave the list if they are not kept, and files that failed stay until they are removed", async () => {
  const { queue, sent } = given(false);
  queue.add([file("a"), file("b")]);
  await turn();
  sent[0]?.end();
  await turn();
  sent[1]?.end(new Error("no"));
  await queue.settle();
  expect(queue.items().map(({ file: { name }, state }) => [name, state])).toEqual([["b", "failed"]]);
  queue.retry(queue.items()[0]?.id ?? "");
  await turn();
  expect([sent[2]?.name, sent[2]?.id]).toEqual(["b", sent[1]?.id]);
  sent[2]?.end();
  await queue.settle();
  expect(queue.items()).toEqual([]);
});

test("clearing aborts what is running, and nothing that waited is sent", async () => {
  const { queue, sent } = given();
  queue.add([file("a"), file("b")]);
  await turn();
  queue.clear();
  await queue.settle();
  expect([sent.length, sent[0]?.signal.aborted, queue.items().length]).toEqual([1, true, 0]);
});

test("after any sequence of steps, one upload at most runs, and settling leaves nothing that waits", async () => {
  const step = fc.constantFrom("add", "end", "fail", "retry", "remove" as const);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { queue, sent } = given();
      const running = () => queue.items().filter(({ state }) => state === "sending").length;
      for (const [at, what] of steps.entries()) {
        const items = queue.items();
        if (what === "add") queue.add([file(String(at))]);
        if (what === "end") sent.at(-1)?.end();
        if (what === "fail") sent.at(-1)?.end(new Error("no"));
        const failed = items.find(({ state }) => state === "failed");
        if (what === "retry" && failed) queue.retry(failed.id);
        if (what === "remove") queue.remove(items[at % Math.max(items.length, 1)]?.id ?? "");
        await turn();
        expect(running()).toBeLessThanOrEqual(1);
      }
      while (queue.items().some(({ state }) => state === "waiting" || state === "sending")) {
        sent.at(-1)?.end();
        await turn();
      }
      await queue.settle();
      expect(queue.items().every(({ state }) => state === "done" || state === "failed")).toBe(true);
    }),
    { numRuns: 60 },
  );
});
