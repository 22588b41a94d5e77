import { readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { toast } from "./toast.ts";

const { shown, sonner } = vi.hoisted(() => {
  const calls: { duration?: number }[] = [];
  const show = (_: unknown, options: { duration?: number } = {}) => void calls.push(options);
  return { shown: calls, sonner: Object.assign(show, { success: show, error: show }) };
});
vi.mock("sonner", () => ({ toast: sonner }));

test("A toast with Undo or another button stays as long as the emails about a call wait", async () => {
  const action = { label: "Undo", onClick: () => undefined };
  toast.success("Draft deleted", { action });
  toast.info("Undone. The account stays", { action });
  toast.success("Saved");
  const mails = await readFile("supabase/schemas/booking/mails.sql", "utf8");
  const [, seconds] = /when p_is_held then interval '(\d+) seconds'/.exec(mails) ?? [];
  const wait = Number(seconds) * 1000;
  expect(shown.map(({ duration }) => duration)).toEqual([wait, wait, undefined]);
});
