import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { TypeDraft } from "../../../app/features/crm/calls/api.ts";
import { NEW_TYPE, sentDraft } from "../../../app/features/crm/calls/meeting-type-draft.ts";
import { typeProblems } from "../../../app/features/crm/calls/meeting-type-problems.ts";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";

const SAVE = "select public.save_meeting_type($1, $2::text::jsonb, $3::uuid[], null) as answer";
const EMPTY = "" as unknown as number;
const question = { id: "q1", label: "Budget?", kind: "text" as const, required: false };

/** Drafts with one fault each, with the sales rep as host unless it is about them. */
const FAULTS: Partial<TypeDraft>[] = [
  { name: " " },
  { name: "x".repeat(101) },
  { slug: "" },
  { slug: "Two Words" },
  { slug: "x".repeat(61) },
  { description: "x".repeat(2001) },
  { location: "place", location_details: "x".repeat(501) },
  { location: "video", location_details: "meet.example" },
  { location: "place", location_details: " " },
  { questions: [{ ...question, label: "" }] },
  { questions: [question, { ...question, id: "q2" }] },
  { questions: [{ ...question, label: "x".repeat(201) }] },
  { questions: [{ ...question, kind: "select", options: [] }] },
  { questions: [{ ...question, kind: "select", options: ["x".repeat(201)] }] },
  { questions: [{ ...question, kind: "select", options: Array.from({ length: 51 }, (_, at) => `Option ${at}`) }] },
  { minutes: 4 },
  { minutes: 481 },
  { buffer_before: 241 },
  { buffer_after: 241 },
  { horizon_days: 0 },
  { daily_limit: 0 },
  { bookable_days: [] },
  { bookable_from: "" },
  { bookable_until: "" },
  { bookable_from: "17:00", bookable_until: "09:00" },
  { bookable_from: "09:00", bookable_until: "09:15" },
  { hosts: [] },
];

onEveryDatabase("A meeting type that is wrong", (given) => {
  const save = (draft: TypeDraft) => {
    const { hosts, ...type } = draft;
    return [SAVE, [randomUUID(), JSON.stringify(type), hosts]] as [string, unknown[]];
  };
  const fine = (): TypeDraft => ({
    ...NEW_TYPE,
    ...{
      name: "Intro",
      slug: `intro-${randomUUID().slice(0, 8)}`,
      hosts: [given().world.people["active sales"].id ?? ""],
    },
  });

  test("is refused by the form with the words and at the field of the database", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const { admin } = given().world.people;
      expect(typeProblems(fine())).toEqual({});
      await runAs(db, admin, ...save(fine()));
      for (const fault of FAULTS) {
        const draft = { ...fine(), ...fault };
        const { message, detail } = await refusal(db, admin, ...save(draft));
        expect(typeProblems(draft), JSON.stringify(fault).slice(0, 80)).toEqual({ [detail ?? ""]: message });
      }
      const hosts = [...fine().hosts, admin.id ?? ""];
      const draft: TypeDraft = { ...fine(), assignment: "person", hosts };
      const { message, detail } = await refusal(db, admin, ...save(draft));
      expect(typeProblems(draft)).toEqual({ [detail ?? ""]: message });
    }));

  test("counts characters, not their parts, and asks no place of a call by phone", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const emojis = "🙂".repeat(200);
      for (const fineToo of [
        {
          questions: [
            { ...question, label: emojis },
            { ...question, id: "q2", kind: "select", options: [emojis] },
          ],
        },
        { location: "phone", location_details: "x".repeat(501) },
      ] satisfies Partial<TypeDraft>[]) {
        const draft = { ...fine(), ...fineToo };
        expect(typeProblems(draft)).toEqual({});
        await runAs(db, given().world.people.admin, ...save(sentDraft(draft)));
      }
    }));

  test("shows all of its errors at once, and an emptied number is one", () => {
    const draft = { ...NEW_TYPE, minutes: EMPTY, buffer_after: EMPTY, horizon_days: EMPTY };
    expect(Object.keys(typeProblems(draft)).toSorted()).toEqual(
      ["name", "slug", "hosts", "minutes", "buffer_after", "horizon_days"].toSorted(),
    );
  });
});
