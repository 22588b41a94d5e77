import { expect, test } from "vitest";
import { ServiceError } from "~/shared/service-error.ts";
import { undoSteps } from "./change-leads.ts";

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
