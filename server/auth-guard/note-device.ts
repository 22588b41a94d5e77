import { query } from "../database/query.ts";
import type { AuthRequest } from "./auth-context.ts";

const LONGEST = 500;

/** The library forgets which browser a session began in; its owner tells sessions apart by it. Answers the answer as it was. */
export async function noteDevice({ deps, request }: AuthRequest, answer: Response): Promise<Response> {
  const device = request.headers.get("user-agent")?.slice(0, LONGEST);
  if (!answer.ok || !device) return answer;
  const { access_token } = (await answer.clone().json()) as { access_token?: string };
  const payload = access_token?.split(".")[1] ?? "";
  const { session_id } = JSON.parse(Buffer.from(payload, "base64url").toString() || "{}") as { session_id?: string };
  if (session_id)
    await query(
      deps.connection,
      "update auth.sessions set user_agent = $2 where id::text = $1 and user_agent is distinct from $2",
      [session_id, device],
    );
  return answer;
}
