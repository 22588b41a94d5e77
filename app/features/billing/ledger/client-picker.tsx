import { X } from "lucide-react";
import { useState } from "react";
import { ClientCombobox } from "~/shared/client-combobox.tsx";
import { Button } from "~/ui/button.tsx";
import type { Client } from "./api.ts";

type Props = {
  client: Client | null;
  onPick: (client: Client | null) => void;
  error?: string | undefined;
  readOnly?: boolean;
};

/** Chooses the client. Typing finds active clients by name, company or email; arrows and Enter pick one. */
export function ClientPicker({ client, onPick, error, readOnly = false }: Props) {
  if (client)
    return (
      <div className="grid gap-1.5">
        <span className="font-medium text-13">Client</span>
        <div className="flex min-h-12 items-center gap-3 rounded-ctl border border-line bg-sunken py-1.5 pr-1.5 pl-3">
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium text-sm">{client.company || client.name}</span>
            <span className="block truncate text-ink-3 text-xs">
              {client.company ? `${client.name} · ` : ""}
              {client.email}
            </span>
          </span>
          {!readOnly && (
            <Button variant="ghost" size="icon-sm" aria-label="Choose another client" onClick={() => onPick(null)}>
              <X aria-hidden="true" />
            </Button>
          )}
        </div>
      </div>
    );
  return <ClientSearch onPick={onPick} error={error} />;
}

function ClientSearch({ onPick, error }: { onPick: (client: Client) => void; error?: string | undefined }) {
  const [typed, setTyped] = useState("");
  return (
    <ClientCombobox
      label="Client"
      name="client"
      typed={typed}
      onType={setTyped}
      onPick={onPick}
      placeholder="Name, company or email"
      error={error}
      empty="No matching clients. Clients create their own accounts."
    />
  );
}
