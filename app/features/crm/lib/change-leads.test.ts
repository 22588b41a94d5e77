import { expect, test, vi } from "vitest";
import { rpc } from "~/shared/api.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { BATCH_SIZE, changeLeads, keptAccounts, undoSteps } from "./change-leads.ts";

vi.mock("~/shared/api.ts", async (original) => ({ ...(await original<object>()), rpc: vi.fn() }));

test("a canceled change ends after the step that runs, and keeps what Undo needs", async () => {
  const controller = new AbortController();
  const leads = Array.from({ length: 3 * BATCH_SIZE }, (_, at) => String(at));
  vi.mocked(rpc).mockImplementation(async () => ({ batch_id: "", changed: BATCH_SIZE, skipped: 0 }));
  const shown: number[] = [];
  const onProgress = (done: number) => {
    shown.push(done);
    if (done > BATCH_SIZE) controller.abort();
  };
  const result = await changeLeads(leads, { stage: "won" }, { onProgress, signal: controller.signal });
  expect(result).toMatchObject({ changed: 2 * BATCH_SIZE, isCanceled: true });
  expect(result.batchIds).toHaveLength(2);
  expect(shown).toEqual([BATCH_SIZE, 2 * BATCH_SIZE]);
});

test("says which accounts stay when deals are no longer won", () => {
  const account = { id: "a", name: "Acme", is_invited: true };
  expect(keptAccounts([])).toBeUndefined();
  expect(keptAccounts([account])?.text).toBe("The account “Acme” stays, and so does its invitation");
  expect(keptAccounts([{ ...account, is_invited: false }])?.text).toBe("The account “Acme” stays");
  expect(keptAccounts([account, { ...account, id: "b" }])).toMatchObject({
    text: "2 client accounts stay",
    button: { label: "Open accounts" },
  });
});

test("undoes steps from the last to the first, and adds up their results", async () => {
  const order: string[] = [];
  const steps = ["a", "b", "c"];
  const total = await undoSteps(steps, async (step) => {
    order.push(step);
    return { restored: 2, kept: 1 };
  });
  expect([order, total, steps]).toEqual([["c", "b", "a"], { restored: 6, kept: 3 }, []]);
});

test("a retry after a failure continues where it stopped, and undoes nothing twice", async () => {
  const undone: string[] = [];
  let fails = true;
  const undo = async (step: string) => {
    if (step === "b" && fails) throw new ServiceError("offline", "No network");
    undone.push(step);
    return { restored: 1, kept: 0 };
  };
  const steps = ["a", "b", "c"];
  await expect(undoSteps(steps, undo)).rejects.toThrow("No network");
  fails = false;
  expect(await undoSteps(steps, undo)).toEqual({ restored: 2, kept: 0 });
  expect(undone).toEqual(["c", "b", "a"]);
});

test.each(["PT404", "PT409"])("a step that the database refuses with %s counts as undone", async (code) => {
  const steps = ["a", "b"];
  const total = await undoSteps(steps, async (step) => {
    if (step === "b") throw new ServiceError("failed", "It is not there, or was undone", code);
    return { restored: 1, kept: 0 };
  });
  expect(total).toEqual({ restored: 1, kept: 0 });
});
