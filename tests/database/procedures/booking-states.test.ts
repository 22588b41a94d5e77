import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addMeetingType, codeOf, dayAt, readBooking, sentBy } from "../../support/bookings.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";

const HOURS = 4;
type Model = { key: string; submission: string; hour: number; state: "booked" | "cancelled"; sequence: number };

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom("book", "again", "move", "cancel", "forged"),
    hour: fc.nat(HOURS - 1),
    which: fc.nat(5),
  }),
  { minLength: 1, maxLength: 14 },
);

onEveryDatabase("Bookings of one host, walked by generated requests", (given) => {
  test("are always what a list of them says: one call for each hour, each change once, forged keys nothing", async () => {
    const { db, world } = given();
    const book = "select public.book_meeting('agency', $1, $2::text::jsonb) as answer";
    await rolledBack(db, async () => {
      const host = world.people["active sales"].id;
      await fc.assert(
        fc.asyncProperty(steps, async (walk) => {
          await db.run("delete from public.bookings");
          const { slug } = await addMeetingType(db, [host], { step_minutes: 60, minutes: 60 });
          const calls: Model[] = [];
          const isTaken = (hour: number, but?: Model) =>
            calls.some((call) => call !== but && call.state === "booked" && call.hour === hour);
          const at = (hour: number) => dayAt(5, 10 + hour);
          for (const { kind, hour, which } of walk) {
            const call = calls[which % Math.max(calls.length, 1)];
            const send = (submission: string, starts: number) =>
              codeOf(db, book, [
                slug,
                JSON.stringify(sentBy({ starts_at: at(starts), submission_id: submission, email: "a@walk.example" })),
              ]);
            if (kind === "book") {
              const submission = randomUUID();
              const answer = await send(submission, hour);
              if (isTaken(hour)) expect(answer).toBe("slot_taken");
              else calls.push({ key: answer, submission, hour, state: "booked", sequence: 0 });
            } else if (kind === "forged") {
              expect(await codeOf(db, "select public.cancel_own_booking($1) as answer", [randomUUID()])).toBe(
                "booking_not_found",
              );
            } else if (call && kind === "again") {
              expect(await send(call.submission, hour)).toBe(call.key);
            } else if (call && kind === "move") {
              const answer = await codeOf(db, "select public.move_own_booking($1, $2) as answer", [call.key, at(hour)]);
              if (call.state === "cancelled") expect(answer).toBe("booking_cancelled");
              else if (call.hour === hour) expect(answer).toBe("false");
              else if (isTaken(hour, call)) expect(answer).toBe("slot_taken");
              else {
                expect(answer).toBe("true");
                Object.assign(call, { hour, sequence: call.sequence + 1 });
              }
            } else if (call && kind === "cancel") {
              const answer = await codeOf(db, "select public.cancel_own_booking($1) as answer", [call.key]);
              expect(answer).toBe(String(call.state === "booked"));
              if (call.state === "booked") Object.assign(call, { state: "cancelled", sequence: call.sequence + 1 });
            }
          }
          for (const call of calls) {
            const held = await readBooking(db, call.key);
            expect(held).toMatchObject({
              state: call.state,
              sequence: call.sequence,
              taken: [call.state === "booked"],
            });
            expect(Date.parse(held?.starts_at ?? "")).toBe(at(call.hour).getTime());
            expect(held?.events).toHaveLength(1 + call.sequence);
          }
        }),
        { numRuns: 25 },
      );
    });
  });
});
