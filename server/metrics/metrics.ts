import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Backend } from "../backend/backend.ts";
import { freeSpace } from "../disk/free-space.ts";
import { observeLog } from "../logging/log.ts";
import { RequestTimes } from "./request-times.ts";

/** A scrape asks the database at most this often. */
const FRESH_MS = 5_000;

/** What the database knows about work that waits or went wrong. */
const WORK = `select
  (select count(*) from private.outbox where status in ('queued', 'running') and run_at <= now())::integer as due,
  (select count(*) from private.outbox where status = 'queued' and run_at > now())::integer as later,
  (select count(*) from private.outbox where status = 'failed')::integer as failed,
  (select coalesce(extract(epoch from now() - min(run_at)), 0) from private.outbox
    where status in ('queued', 'running') and run_at <= now())::float8 as age,
  (select count(*) from public.lead_clocks where state in ('breached', 'escalated'))::integer as breached,
  (select count(*) from public.invoices where needs_attention is not null)::integer as mismatches`;
type Work = { due: number; later: number; failed: number; age: number; breached: number; mismatches: number };

/** Everything that /metrics shows. Requests and errors are counted from the log's lines. */
export function createMetrics(backend: Backend, dataDir: string): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countLines(registry);
  const gauge = (name: string, help: string, collect: (gauge: Gauge) => void | Promise<void>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        await collect(this);
      },
    });
  const { query, connections } = backend;
  gauge("upfunnel_disk_free_bytes", "Free space of DATA_DIR", (each) => {
    if (backend.space) each.set(freeSpace(dataDir));
  });
  if (connections) addConnections(registry, connections);
  if (!query) return registry;
  const work = remember(async () => (await query<Work>(WORK))[0]);
  const value = (name: string, help: string, read: (work: Work) => number) =>
    gauge(name, help, async (each) => {
      const known = await work();
      if (known) each.set(read(known));
    });
  value("upfunnel_outbox_due", "Jobs of the outbox that are due", ({ due }) => due);
  value("upfunnel_outbox_later", "Jobs of the outbox that wait for their time", ({ later }) => later);
  value("upfunnel_outbox_failed", "Jobs of the outbox that failed", ({ failed }) => failed);
  value("upfunnel_outbox_age_seconds", "How long the oldest due job waits", ({ age }) => age);
  value("upfunnel_clocks_breached", "Leads that wait longer than promised", ({ breached }) => breached);
  value("upfunnel_payment_mismatches", "Invoices whose payments someone should check", ({ mismatches }) => mismatches);
  return registry;
}

function addConnections(registry: Registry, count: NonNullable<Backend["connections"]>): void {
  new Gauge({
    name: "upfunnel_database_connections",
    help: "Connections to the database, and requests that wait for one",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      const { open, idle, waiting } = count();
      this.set({ state: "busy" }, open - idle);
      this.set({ state: "idle" }, idle);
      this.set({ state: "waiting" }, waiting);
    },
  });
}

function countLines(registry: Registry): void {
  const times = new RequestTimes(registry);
  const errors = new Counter({
    name: "upfunnel_errors_total",
    help: "Lines of errors in the log",
    labelNames: ["event"],
    registers: [registry],
  });
  // The events are constants of our own code.
  observeLog(
    (line) => times.add(line),
    (event) => errors.inc({ event }),
  );
}

/** Several gauges share one answer. While the database is away there is none. */
function remember<Answer>(ask: () => Promise<Answer>): () => Promise<Answer | undefined> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<Answer | undefined> | undefined;
  return () => {
    if (answer === undefined || performance.now() - askedAt > FRESH_MS) {
      askedAt = performance.now();
      answer = ask().catch(() => undefined);
    }
    return answer;
  };
}
