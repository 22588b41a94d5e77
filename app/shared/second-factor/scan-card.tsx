import { Smartphone } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import { CopyButton } from "../copy-button.tsx";
import type { PendingApp } from "./factors.ts";

/** The secret of a new app: a picture to scan, a key to type, and on a phone a link that opens the app. */
export function ScanCard({ app }: { app: PendingApp }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-card border border-line bg-sunken p-4">
      {/* White in every theme: cameras read dark on light. */}
      <img
        src={app.picture}
        alt="QR code for your authenticator app. The key below it does the same."
        width={176}
        height={176}
        className="size-44 rounded-ctl bg-[#fff] p-2 forced:border"
      />
      <Button asChild className="hidden w-full phone:inline-flex">
        <a href={app.link}>
          <Smartphone aria-hidden="true" />
          Open my authenticator app
        </a>
      </Button>
      <div className="grid w-full gap-1.5">
        <p className="font-medium text-13">Can't scan it? Type this key</p>
        <div className="flex items-center gap-2">
          <code className={KEY_CLASSES}>{inGroups(app.secret)}</code>
          <CopyButton text={app.secret} what="the key" />
        </div>
      </div>
    </div>
  );
}

/** Four letters at a time, as people copy them by hand. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}

const KEY_CLASSES =
  "min-w-0 flex-1 select-all rounded-ctl border border-line bg-surface px-2.5 py-1.5 font-mono text-13 text-ink leading-5";
