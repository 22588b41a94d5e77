import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { billableClientsQuery, type Client } from "./api.ts";

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
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const list = useId();
  const box = useRef<HTMLDivElement>(null);
  const found = useQuery({ ...billableClientsQuery(typed), enabled: open });
  const clients = found.data ?? [];
  const active = clients[Math.min(at, clients.length - 1)];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      setAt((before) => Math.max(0, Math.min(clients.length - 1, before + (event.key === "ArrowDown" ? 1 : -1))));
    } else if (event.key === "Enter" && open && active) {
      event.preventDefault();
      onPick(active);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      setOpen(false);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving it closes the list, wherever one goes
    <div
      ref={box}
      className="relative"
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Field label="Client" required error={error}>
        <Input
          name="client"
          role="combobox"
          aria-expanded={open}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={open && active ? `${list}-${active.id}` : undefined}
          autoComplete="off"
          placeholder="Name, company or email"
          value={typed}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.target.value);
            setOpen(true);
            setAt(0);
          }}
        />
      </Field>
      <div
        id={list}
        role="listbox"
        aria-label="Clients"
        hidden={!open}
        className="on-raised absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-y-auto rounded-card bg-raised p-1 shadow-pop forced:border"
      >
        {clients.map((client) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's
          <div
            key={client.id}
            id={`${list}-${client.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={client === active}
            className={cn(
              "cursor-pointer rounded-sm px-2 py-1.5 text-13 phone:py-2.5",
              client === active && "bg-press",
            )}
            onPointerMove={() => setAt(clients.indexOf(client))}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(client)}
          >
            <span className="block truncate font-medium">{client.company || client.name}</span>
            <span className="block truncate text-ink-3 text-xs">
              {client.company ? `${client.name} · ` : ""}
              {client.email}
            </span>
          </div>
        ))}
        {found.data && clients.length === 0 && (
          <p className="px-2 py-2 text-13 text-ink-3">No matching clients. Clients create their own accounts.</p>
        )}
        {found.isError && <p className="px-2 py-2 text-13 text-bad-fg">The clients couldn't be loaded.</p>}
        {found.isPending && <p className="px-2 py-2 text-13 text-ink-3">Looking…</p>}
      </div>
    </div>
  );
}
