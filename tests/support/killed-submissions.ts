import { randomUUID } from "node:crypto";
import { freePort, type HostProcess, startHostProcess } from "./host-process.ts";
import { signedInClient } from "./session.ts";

export type KilledSubmissions = {
  killed: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  refused: number;
};

const SENDERS = 4;
const PER_REQUEST = 50;

type Sent = { id: string; isAcknowledged: boolean };

const emailOf = ({ id }: Sent) => `kill-${id}@example.com`;

/**
 * Kills the host again and again while contact messages arrive. After each restart it looks for every message that was
 * acknowledged, and sends the others again under the same id. `refused` counts messages that could not be sent in the end.
 */
export async function submitThroughKills(kills: number, given: Record<string, string>): Promise<KilledSubmissions> {
  const variables = { ...given, PORT: String(await freePort()), RATE_LIMIT_SCALE: "0" };
  let host = await startHostProcess(variables);
  const { client } = await signedInClient(host.url, "admin@example.com");
  const all: Sent[] = [];
  const result = { killed: 0, acknowledged: 0, lost: 0, doubled: 0, refused: 0 };
  const count = async (sent: Sent[]) => {
    for (let from = 0; from < sent.length; from += PER_REQUEST) {
      const emails = sent.slice(from, from + PER_REQUEST).map(emailOf);
      const leads = await client.from("leads").select("id, email").in("email", emails);
      if (leads.error) throw new Error(leads.error.message);
      const ids = leads.data.map(({ id }) => id);
      const history = await client.from("lead_activities").select("lead_id, payload").in("lead_id", ids);
      if (history.error) throw new Error(history.error.message);
      const arrivals = history.data.filter(
        ({ payload }) => typeof (payload as Record<string, unknown>).contact_id === "string",
      );
      for (const email of emails) {
        const found = leads.data.filter((lead) => lead.email === email);
        const arrived = arrivals.filter(({ lead_id }) => lead_id === found[0]?.id);
        if (found.length === 0 || arrived.length === 0) result.lost += 1;
        else if (found.length > 1 || arrived.length > 1) result.doubled += 1;
      }
    }
  };
  const run = async (round: number) => {
    const batch: Sent[] = [];
    const acknowledged = () => batch.filter(({ isAcknowledged }) => isAcknowledged).length;
    // Another moment in each round, so that the kill meets every step of a submission.
    const enough = 1 + (round % 12);
    let isKilled = false;
    const send = async () => {
      while (!isKilled) {
        const sent = { id: randomUUID(), isAcknowledged: false };
        batch.push(sent);
        await post(host, sent);
        if (acknowledged() >= enough) isKilled = true;
      }
    };
    const sending = Promise.all(Array.from({ length: SENDERS }, send));
    while (!isKilled) await new Promise((resolve) => setTimeout(resolve, round % 7));
    await host.stop("SIGKILL");
    await sending;
    result.killed += 1;
    host = await startHostProcess(variables);
    await count(batch.filter(({ isAcknowledged }) => isAcknowledged));
    for (const sent of batch) if (!sent.isAcknowledged) await post(host, sent);
    all.push(...batch);
  };
  try {
    for (let round = 0; round < kills; round++) await run(round);
    result.acknowledged = all.filter(({ isAcknowledged }) => isAcknowledged).length;
    result.refused = all.length - result.acknowledged;
    await count(all);
    return result;
  } finally {
    await host.dispose();
  }
}

async function post(host: HostProcess, sent: Sent): Promise<void> {
  const body = {
    firstName: "Dana",
    lastName: "Reyes",
    email: emailOf(sent),
    goals: "Calls",
    submission_id: sent.id,
  };
  const answer = await fetch(`${host.url}/functions/v1/send-contact-email`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  sent.isAcknowledged ||= answer?.status === 200;
  await answer?.arrayBuffer().catch(() => {});
}
