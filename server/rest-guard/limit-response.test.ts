import { expect, test } from "vitest";
import { limitResponse } from "./limit-response.ts";

/** A body that never ends. It counts how many chunks were read. */
function endless() {
  const state = { pulled: 0, isCanceled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      state.pulled += 1;
      controller.enqueue(new Uint8Array(1000));
    },
    cancel() {
      state.isCanceled = true;
    },
  });
  return { state, response: new Response(body, { headers: { "Content-Type": "application/json" } }) };
}

test("a response that is too large stops at the limit and says why", async () => {
  const { state, response } = endless();
  const answer = await limitResponse(response, 10_000);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, "54000"]);
  expect(state.isCanceled).toBe(true);
  expect(state.pulled).toBeLessThan(20);
});

test("a response within the limit is unchanged", async () => {
  const answer = await limitResponse(
    Response.json([{ a: "é" }], { status: 206, headers: { "Content-Range": "0-0/1" } }),
    100,
  );
  expect([answer.status, answer.headers.get("content-range"), await answer.json()]).toEqual([
    206,
    "0-0/1",
    [{ a: "é" }],
  ]);
  expect((await limitResponse(new Response(null, { status: 204 }), 0)).status).toBe(204);
});
