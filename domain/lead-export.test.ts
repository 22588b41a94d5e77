import fc from "fast-check";
import { expect, test } from "vitest";
import { EXPORT_COLUMNS } from "./export-columns.ts";
import { type ExportedLead, leadFile } from "./lead-export.ts";

const NADIA: ExportedLead = {
  id: "6f0f2a54-7f1e-4d52-9a43-0c5d2f6f3b11",
  first_name: "Nadia",
  last_name: "Rahimi",
  email: "nadia@example.com",
  phone: "+1 212 555-0100",
  company: 'Rahimi "Bright" Smiles, Inc.',
  website: "https://rahimi.example",
  role: null,
  job_title: "=HYPERLINK(1)",
  stage: "Call booked",
  value: 123450,
  currency: "usd",
  owner: "Sasha Okafor",
  source: "landing_page",
  tags: ["new patient", "call, after work"],
  tier_interest: ["Base Funnel"],
  goals: "More bookings.\nNo cold calls – please",
  next_task_at: "2026-12-01T15:00:00+00:00",
  next_task_title: "Send two examples",
  response_seconds: 240,
  form_answers: "=Budget: $5,000\nWhen do you want to start? May",
  last_activity_at: "2026-11-24T15:04:05.123456+02:00",
  created_at: "2026-11-20T09:30:00+00:00",
  closed_at: null,
};

test("the file for Notion: a title first, names for choices, ISO dates, commas between tags, and Yes or No", () => {
  const { name, start, line } = leadFile("notion");
  expect(name).toBe("leads-for-notion");
  const unnamed = { company: null, email: "x@example.com", currency: "usd", response_seconds: null, source: "other" };
  expect(start + line(NADIA) + line(unnamed)).toBe(
    [
      "Name,First name,Last name,Email,Phone,Company,Website,Role,Job title,Stage,Value,Owner,Source,Tags,Interested in," +
        "Ad spend,New clients,Deal size,Timeline,Best contact,Goals,Lost reason,Next step due,Next step," +
        "First response (seconds),UTM source,UTM campaign,Form answers,Last activity,Arrived on,Closed on,ID,Answered",
      'Nadia Rahimi,Nadia,Rahimi,nadia@example.com,+1 212 555-0100,"Rahimi ""Bright"" Smiles, Inc.",' +
        "https://rahimi.example,,\u2060=HYPERLINK(1),Call booked,1234.50,Sasha Okafor,Landing page," +
        '"new patient, call after work",Base Funnel,,,,,,"More bookings.\nNo cold calls – please",,2026-12-01T15:00:00Z,' +
        'Send two examples,240,,,"\u2060=Budget: $5,000\nWhen do you want to start? May",2026-11-24T13:04:05Z,' +
        "2026-11-20T09:30:00Z,,6f0f2a54-7f1e-4d52-9a43-0c5d2f6f3b11,Yes",
      `x@example.com,,,x@example.com,,,,,,,,,Other${",".repeat(20)}No`,
      "",
    ].join("\r\n"),
  );
});

test("no name of a column appears twice, also with few columns", () => {
  const keys = EXPORT_COLUMNS.map(({ key }) => key);
  fc.assert(
    fc.property(fc.subarray(keys, { minLength: 1 }), (chosen) => {
      const headers = leadFile("notion", chosen).start.trimEnd().split(",");
      expect(new Set(headers).size).toBe(chosen.length + 2);
      expect(headers[0]).toBe("Name");
    }),
  );
});

test("the file for spreadsheets keeps the stored names, so that our import reads it back", () => {
  const { start, line } = leadFile("csv", ["source", "tags", "created_at", "job_title"]);
  expect(start + line(NADIA)).toBe(
    "\ufeffJob title,Source,Tags,Arrived on\r\n'=HYPERLINK(1),landing_page," +
      '"new patient; call, after work",2026-11-20T09:30:00+00:00\r\n',
  );
});
