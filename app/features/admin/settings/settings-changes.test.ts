import { describe, expect, test } from "vitest";
import { changedFields, hasConflict } from "./settings-changes.ts";

const LOADED = {
  id: true,
  agency_name: "Upfunnel",
  email: "hello@example.com",
  phone: null,
  address: "1 Street",
  time_zone: "Europe/Berlin",
  working_hours: { mon: ["09:00", "18:00"], tue: ["09:00", "18:00"] },
  holidays: ["2026-12-25"],
  holiday_names: {},
  speed_to_lead_minutes: 5,
  currency: "usd",
  invoice_prefix: "INV-",
  next_invoice_number: 7,
  require_factor_of_admins: false,
  require_factor_of_sales: false,
  payment_days: 14,
  tax_id: null,
  payment_terms: null,
  locale: "en-US",
  logo: null,
  logo_width: null,
  logo_height: null,
  logo_plate: false,
  accent: null,
  session_days: 30,
  session_idle_days: 14,
  created_at: "2026-01-01",
  updated_at: "2026-01-01",
};

describe("two admins edit one row", () => {
  test("only changes are written", () => {
    expect(changedFields(LOADED, { agency_name: "Upfunnel", phone: "1", email: "a@b.co" })).toEqual({
      phone: "1",
      email: "a@b.co",
    });
  });

  test("hours in another order are the same hours", () => {
    const working_hours = { tue: ["09:00", "18:00"], mon: ["09:00", "18:00"] };
    expect(changedFields(LOADED, { working_hours, holidays: ["2026-12-25"] })).toEqual({});
    expect(changedFields(LOADED, { holidays: [] })).toEqual({ holidays: [] });
  });

  test("edits of the same field conflict, edits of different fields do not", () => {
    const theirs = { ...LOADED, phone: "2", updated_at: "2026-01-02" };
    expect(hasConflict(LOADED, theirs, { phone: "1" })).toBe(true);
    expect(hasConflict(LOADED, theirs, { email: "a@b.co" })).toBe(false);
  });
});
