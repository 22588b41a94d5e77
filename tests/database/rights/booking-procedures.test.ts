import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, KINDS, type PersonKind } from "../../support/database-persons.ts";

const ID = "'00000000-0000-4000-8000-000000000009'";

/** Every procedure of the booking pages. Only the host and the remote functions call them, for visitors without a session. */
const OURS = {
  booking_page: "select public.booking_page('agency', 'call', now(), now() + interval '1 day')",
  booking_types: "select public.booking_types('agency')",
  booking_account_of_domain: "select public.booking_account_of_domain('open.example.com')",
  booking_visitor: `select public.booking_visitor('agency', ${ID})`,
  booking_offer: `select public.booking_offer(${ID})`,
  book_meeting: "select public.book_meeting('agency', 'call', '{}')",
  managed_booking: `select public.managed_booking(${ID})`,
  move_own_booking: `select public.move_own_booking(${ID}, now())`,
  cancel_own_booking: `select public.cancel_own_booking(${ID})`,
};

onEveryDatabase("Procedures of the booking pages", (given) => {
  test.each(Object.entries(OURS))("%s is refused for everybody, including admins", async (_, text) => {
    const { db, world } = given();
    for (const kind of Object.keys(KINDS) as PersonKind[]) {
      const code = await asPerson(db, world.people[kind], text).then(
        () => "done",
        (error: { code?: string }) => error.code,
      );
      expect([kind, code]).toEqual([kind, "42501"]);
    }
  });

  test("the key of a visitor's link is in no answer to the team", async () => {
    const { db, world } = given();
    const reading = asPerson(db, world.people.admin, "select manage_key from public.bookings");
    await expect(reading).rejects.toMatchObject({ code: "42501" });
  });
});
