import { query } from "../database/query.ts";
import type { AuthRequest } from "./auth-context.ts";

const LONGEST = 500;

/** The library forgets which browser a session began in; its owner tells sessions apart by it. Answers the answer as it was. */
export async function noteDevice({ deps, request }: AuthRequest, answer: Response): Promise<Response> {
  const device = request.headers.get("user-agent")?.slice(0, LONGEST);
  if (!device || answer.status >= 400) return answer;
  const payload = (await accessTokenOf(answer))?.split(".")[1];
  if (!payload) return answer;
  const { session_id } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { session_id?: string };
  if (session_id)
    await query(
      deps.connection,
      "update auth.sessions set user_agent = $2 where id::text = $1 and user_agent is distinct from $2",
      [session_id, device],
    );
  return answer;
}

/** In the body, or after a link in an e-mail in the fragment of the address that it leads to. */
async function accessTokenOf(answer: Response): Promise<string | null | undefined> {
  const location = answer.headers.get("location");
  if (location) return new URLSearchParams(location.split("#")[1] ?? "").get("access_token");
  return ((await answer.clone().json()) as { access_token?: string }).access_token;
}
