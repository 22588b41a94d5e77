import { randomUUID } from "node:crypto";
import { signedInClient } from "./session.ts";

type Draft = {
  title: string;
  description: string;
  hide_title: boolean;
  blocks: never[];
  content: string;
  theme: string;
  custom_css: string;
  custom_js: string;
};

/** An admin of the tested host who creates landing pages. */
export async function landingAdmin(hostUrl: string) {
  const { client, session } = await signedInClient(hostUrl, "admin@example.com");
  const call = async <Answer>(
    asked: PromiseLike<{ data: unknown; error: { message: string } | null }>,
  ): Promise<Answer> => {
    const { data, error } = await asked;
    if (error) throw new Error(error.message);
    return data as Answer;
  };
  const save = (id: string, revision: number, draft: Partial<Draft> & { slug?: string }) =>
    call<number>(client.rpc("save_landing_draft", { p_page_id: id, p_seen_revision: revision, p_draft: draft }));
  const publish = (id: string, revision: number) =>
    call<number>(client.rpc("publish_landing_page", { p_page_id: id, p_seen_revision: revision }));
  return {
    client,
    session,
    call,
    save,
    publish,
    /** Creates a published page or (unpublished) a draft. */
    async make(slug: string, draft: Partial<Draft> = {}, published = true): Promise<string> {
      const id = randomUUID();
      const whole = { title: "A page", content: "<p>Hello</p>", ...draft };
      await call(client.rpc("create_landing_page", { p_id: id, p_slug: slug, p_draft: whole }));
      if (published) await publish(id, 1);
      return id;
    },
    /** Tests the live version against the draft, half of the visitors each, in the agency's account or another one. */
    startTest(id: string, revision: number, goal: "submission" | "won" = "submission", live = 1, account = "") {
      const started = client.rpc("start_landing_test", {
        p_id: randomUUID(),
        p_page_id: id,
        p_seen_revision: revision,
        p_goal: goal,
        p_variants: [
          { version: live, weight: 50, label: "A" },
          { version: null, weight: 50, label: "B" },
        ],
      });
      return call<string>(account ? started.setHeader("x-account", account) : started);
    },
    preview: (id: string, hours = 1) =>
      call<string>(client.rpc("create_landing_preview", { p_page_id: id, p_hours: hours })),
    addDomain: (id: string, domain: string) =>
      call<string>(client.rpc("add_landing_domain", { p_page_id: id, p_domain: domain })),
    async checkDomain(domainId: string): Promise<{ status: number; state?: string; problem?: string | null }> {
      const response = await fetch(`${hostUrl}/functions/v1/check-landing-domain`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${session.access_token}` },
        body: JSON.stringify({ domainId }),
      });
      return { status: response.status, ...((await response.json()) as object) };
    },
  };
}

/** Repeats a request until the answer is right. Returns the last answer. */
export async function eventually<Answer>(
  ask: () => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
  ms = 20_000,
): Promise<Answer> {
  const deadline = Date.now() + ms;
  let answer = await ask();
  while (!isRight(answer) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    answer = await ask();
  }
  return answer;
}
