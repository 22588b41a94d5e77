import { readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { registerToaster, toast } from "./toast.ts";

const success = vi.hoisted(() => vi.fn());
vi.mock("~/ui/toast.ts", () => ({ toast: { success, dismiss: vi.fn() } }));
vi.mock("~/ui/toaster.tsx", () => ({}));

test("Undo is offered as long as the emails about a call wait", async () => {
  vi.stubGlobal("addEventListener", () => undefined);
  registerToaster(() => undefined)();
  toast.undo("Call canceled", () => undefined);
  await vi.waitFor(() => expect(success).toHaveBeenCalled());
  const mails = await readFile("supabase/schemas/booking/mails.sql", "utf8");
  const [, seconds] = /when p_is_held then interval '(\d+) seconds'/.exec(mails) ?? [];
  expect(success.mock.calls[0]?.[1]).toMatchObject({ duration: Number(seconds) * 1000 });
});
