import { randomUUID } from "node:crypto";
import type { Database, Json } from "../../supabase/database.types.ts";
import { serviceClient, signedInClient } from "./session.ts";

let made = 0;

/** Submits the contact form, so that a lead arrives and its clock runs. Returns the lead's name and address. */
export async function leadArrives(
  hostUrl: string,
  given: { company?: string; firstName?: string; phone?: string } = {},
) {
  made += 1;
  const firstName = given.firstName ?? `Ada${made}`;
  const lastName = `Quist ${randomUUID().slice(0, 6)}`;
  const email = `${randomUUID().slice(0, 12)}@example.com`;
  const response = await fetch(`${hostUrl}/functions/v1/send-contact-email`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.9.${made % 250}.${Math.floor(Math.random() * 250)}`,
    },
    body: JSON.stringify({
      firstName,
      lastName,
      email,
      company: given.company ?? "Quist & Daughters",
      goals: "How fast could you be live?",
      topic: "",
      elapsed_ms: 20_000,
      submission_id: randomUUID(),
    }),
  });
  if (!response.ok) throw new Error(`The form answered ${response.status}`);
  // The form doesn't ask for a phone number.
  if (given.phone) await changeLead(hostUrl, email, { phone: given.phone });
  return { name: `${firstName} ${lastName}`, email };
}

/** Creates a lead as a member of the team, who becomes its owner. */
export async function addLead(
  hostUrl: string,
  lead: Record<string, unknown>,
  owner = "sales@example.com",
): Promise<string> {
  const { client } = await signedInClient(hostUrl, owner);
  const id = randomUUID();
  const { error } = await client.rpc("create_lead", { p_id: id, p_lead: lead as Json });
  if (error) throw new Error(error.message);
  return id;
}

/** Adds a task that may be late already. People can plan only for the future. */
export async function addOldTask(
  hostUrl: string,
  task: Pick<Database["public"]["Tables"]["lead_tasks"]["Insert"], "lead_id" | "kind" | "title" | "due_at">,
): Promise<void> {
  const service = await serviceClient(hostUrl);
  const { error } = await service.from("lead_tasks").insert(task);
  if (error) throw new Error(error.message);
}

async function changeLead(hostUrl: string, email: string, changes: Record<string, string>): Promise<void> {
  const { client } = await signedInClient(hostUrl, "admin@example.com");
  const { data: lead } = await client.from("leads").select("id").eq("email", email).single();
  const { error } = await client.rpc("change_leads", {
    p_batch_id: randomUUID(),
    p_lead_ids: [lead?.id ?? ""],
    p_changes: changes,
  });
  if (error) throw new Error(error.message);
}

/** A phone number that no other lead has: of a few thousand, two tests out of a hundred would often get the same one. */
export const newPhone = (area = "+1 207") =>
  `${area} ${200 + Math.floor(Math.random() * 800)} ${String(Math.floor(Math.random() * 10_000)).padStart(4, "0")}`;

/** Fourteen random letters. The search forgives typing errors, and shorter words with one beginning look like typing errors of each other. */
export const newWord = () =>
  Array.from({ length: 14 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join("");
