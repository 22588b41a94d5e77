import { expect, test } from "vitest";
import { invitationState, threadsOf } from "./invitation-state.ts";

const NOW = Date.parse("2026-11-21T10:00:00Z");
const first = {
  email: "ann@acme.example",
  account_id: "acme" as string | null,
  created_at: "2026-11-19T10:00:00.123456+00:00",
  expires_at: "2026-11-26T10:00:00.123456+00:00",
  revoked_at: null as string | null,
  accepted_at: null as string | null,
};
const again = { ...first, created_at: "2026-11-20T10:00:00.654321+00:00" };

test("an invitation is open, expired, accepted or revoked", () => {
  expect(invitationState(first, [first], NOW)).toBe("open");
  expect(invitationState(first, [first], NOW + 9 * 86_400_000)).toBe("expired");
  expect(invitationState({ ...first, accepted_at: again.created_at }, [first], NOW)).toBe("accepted");
  expect(invitationState({ ...first, revoked_at: "2026-11-20T09:00:00+00:00" }, [again, first], NOW)).toBe("revoked");
});

test("an invitation that was sent again is replaced, not revoked", () => {
  const earlier = { ...first, revoked_at: again.created_at };
  expect(invitationState(earlier, [again, earlier], NOW)).toBe("replaced");
  // Invitations of other people, or to other accounts, don't replace it.
  for (const other of [{ email: "bo@acme.example" }, { account_id: null }])
    expect(invitationState(earlier, [{ ...again, ...other }, earlier], NOW)).toBe("revoked");
});

test("an address has one entry for each account, with the newest invitation and the earlier ones", () => {
  const elsewhere = { ...first, account_id: null };
  const all = [again, elsewhere, { ...first, email: "ANN@acme.example" }, first];
  expect(threadsOf(all)).toEqual([
    { newest: again, earlier: [all[2], first] },
    { newest: elsewhere, earlier: [] },
  ]);
});
