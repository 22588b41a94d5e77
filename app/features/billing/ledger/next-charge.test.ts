import { expect, test } from "vitest";
import { nextCharge } from "./next-charge.ts";

const running = {
  next_charge: "2026-12-04",
  status: "active",
  client_name: "Jonas Whitfield",
  client_status: "active",
} as const;

test("the next charge has its day, or the reason why there is none", () => {
  expect(nextCharge(running)).toBe("Dec 4, 2026");
  expect(nextCharge({ ...running, client_status: "inactive" })).toBe("None while Jonas Whitfield is deactivated");
  expect(nextCharge({ ...running, client_status: null })).toBe("None while Jonas Whitfield isn't an active client");
  expect(nextCharge({ ...running, next_charge: null })).toBe("No further charge");
  expect(nextCharge({ ...running, next_charge: null, client_status: "inactive" })).toBe("No further charge");
  expect(nextCharge({ ...running, next_charge: null, status: "paused" })).toBe("No charge while paused");
  expect(nextCharge({ ...running, next_charge: null, status: "pending", client_status: null })).toBe(
    "No charge while a draft",
  );
});
