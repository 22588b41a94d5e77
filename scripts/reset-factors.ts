import { query } from "../server/database/query.ts";
import { StartError } from "../server/environment/environment.ts";
import { withDatabase } from "./with-database.ts";

// npm run reset-factors -- EMAIL: for an admin who lost their second factor when no other admin can reset it.
const [email] = process.argv.slice(2);
await withDatabase(
  email,
  "npm run reset-factors -- EMAIL",
  async (connection, address) => {
    const text = "select id from auth.users where lower(email) = lower($1)";
    const [account] = await query<{ id: string }>(connection, text, [address]);
    if (!account) throw new StartError(`No account has the email ${address}`);
    const [row] = await query<{ removed: number }>(
      connection,
      "select private.remove_second_factors($1::uuid) as removed",
      [account.id],
    );
    if (!row?.removed) throw new StartError(`${address} has no second factor`);
    console.log(`Removed the second factor of ${address} and ended the sessions. Sign in with the password.`);
  },
  { argument: "email", hosted: "On a hosted project, run the statement in docs/operations.md in its SQL editor" },
);
