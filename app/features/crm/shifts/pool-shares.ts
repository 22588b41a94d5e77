import { shareText } from "../../../../domain/shifts.ts";
import type { ShiftPerson, TeamShifts } from "./api.ts";

type Weighed = { user_id: string; rota: Pick<NonNullable<ShiftPerson["rota"]>, "weight"> | null };
type Team = {
  people: readonly Weighed[];
  routing: { pools: Pick<TeamShifts["routing"]["pools"][number], "name" | "people">[] };
};

/** What someone without a share gets. */
export const NO_SHARE =
  "new leads only from forms that name them and from calls booked with them, and no calls that people take in turn";

/**
 * What a person with this weight gets in each of their pools. Weights also count for meeting types whose hosts take turns and for
 * late leads that go to someone else (`private.next_available_rep`). `isEven` says whether everyone in the pool gets the same.
 */
export function poolShares(userId: string, weight: number, { people, routing }: Team) {
  return routing.pools
    .filter((pool) => pool.people.includes(userId))
    .map((pool) => {
      const weights = people
        .filter(({ user_id }) => pool.people.includes(user_id))
        .map(({ user_id, rota }) => (user_id === userId ? weight : (rota?.weight ?? 1)));
      const total = weights.reduce((sum, each) => sum + each, 0);
      return { isEven: weights.every((each) => each === weight), text: shareText(weight, total, pool.name) };
    });
}
