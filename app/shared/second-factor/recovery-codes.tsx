import { Download } from "lucide-react";
import { brand } from "~/content/brand.ts";
import { Button } from "~/ui/button.tsx";
import { rpc } from "../api.ts";
import { loadConfig } from "../config.ts";
import { CopyButton } from "../copy-button.tsx";
import { downloadFile } from "../download-file.ts";

/**
 * Whether the auth server accepts recovery codes: our own does. A hosted Supabase project has its own auth server, which
 * doesn't.
 */
export async function acceptsRecoveryCodes(): Promise<boolean> {
  const { supabaseUrl } = await loadConfig();
  return new URL(supabaseUrl).origin === location.origin;
}

/** Ten new codes. Earlier ones stop working. Empty if the auth server doesn't accept any. Throws ServiceError. */
export async function createRecoveryCodes(): Promise<string[]> {
  return (await acceptsRecoveryCodes()) ? await rpc("create_recovery_codes") : [];
}

/** New codes, which are shown only now, with ways to keep them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join("\n");
  const save = () =>
    downloadFile(
      `${brand.name.toLowerCase()}-recovery-codes.txt`,
      "text/plain",
      `Recovery codes for ${brand.name}, ${location.host}\nEach code works once.\n\n${text}\n`,
    );
  return (
    <div className="grid gap-3">
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-ctl border border-line bg-sunken px-4 py-3 font-mono text-13 phone:gap-x-3"
      >
        {codes.map((code) => (
          <li key={code} className="select-all whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} what="the recovery codes" />
        <Button size="sm" icon={<Download aria-hidden="true" />} onClick={save}>
          <span>Download</span>
        </Button>
      </div>
    </div>
  );
}

/** Above new codes: what they are for. */
export const RECOVERY_CODES_TEXT =
  "If you lose your phone, one of these codes lets you sign in. Each works once. Keep them in a safe place, because we show them only now.";
