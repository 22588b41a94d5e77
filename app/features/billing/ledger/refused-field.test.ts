import { expect, test } from "vitest";
import { ServiceError } from "~/shared/service-error.ts";
import { refusedField } from "./refused-field.ts";

const CONTROLS = { end_date: "last" } as const;
const refusal = (code: string, field: string | null) =>
  new ServiceError("refused", "The last day can't be in the past", code, null, {
    code: "date_in_past",
    field,
    facts: {},
  });

test("A refusal appears at the control that it is about, unless it is about another or a conflict", () => {
  const said = (error: unknown) => refusedField<{ last: string }>(error, CONTROLS);
  expect(said(refusal("22023", "end_date"))).toEqual({ last: "The last day can't be in the past" });
  expect(said(refusal("22023", "currency"))).toBeUndefined();
  expect(said(refusal("22023", null))).toBeUndefined();
  expect(said(refusal("PT409", "end_date"))).toBeUndefined();
  expect(said(new Error("offline"))).toBeUndefined();
});
