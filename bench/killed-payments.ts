import { payThroughKills } from "../tests/support/killed-payments.ts";
import { atMost, type Measurement } from "./measurement.ts";

const KILLS = 20;

/**
 * Twenty invoices. The host is killed between the provider's answer and its own write, at each possible place in turn.
 */
export async function measureKilledPayments(): Promise<Measurement[]> {
  const { killed, unpaid, paidTwice, unrecorded } = await payThroughKills(KILLS);
  const note = `killed ${killed} times; opening the page, on the success page, taking the message, in turn`;
  return [
    atMost(`${KILLS} payments, each over a kill −9: charged or recorded twice`, paidTwice, 0, "", note),
    atMost("charged and unrecorded after the next reconcile", unrecorded, 0, ""),
    atMost("not paid at all", unpaid, 0, ""),
  ];
}
