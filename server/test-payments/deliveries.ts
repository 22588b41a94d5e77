import Stripe from "stripe";
import type { StoredEvent } from "./records.ts";
import type { Store } from "./store.ts";
import { wireEvent } from "./wire-objects.ts";

export type Deliver = (body: string, signature: string) => Promise<boolean>;

const MAX_TRIES = 12;
const MAX_EVENTS = 500;

/** Sends events to our webhook in order, with the provider's signature, and retries those that are not accepted. */
export function createDeliveries(store: Store, deliver: Deliver) {
  const { records } = store;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function sendAll(): Promise<void> {
    for (const event of Object.values(records.events)) {
      if (event.deliveredAt !== null || event.tries >= MAX_TRIES) continue;
      event.tries += 1;
      if (await sendOne(event)) event.deliveredAt = store.now();
    }
    store.save();
    const waiting = Object.values(records.events).filter(
      (event) => event.deliveredAt === null && event.tries < MAX_TRIES,
    );
    const wait = Math.min(60_000, 500 * 2 ** Math.min(...waiting.map(({ tries }) => tries)));
    clearTimeout(timer);
    if (waiting.length > 0) timer = setTimeout(flush, wait).unref();
  }

  async function sendOne(event: StoredEvent): Promise<boolean> {
    const body = JSON.stringify(wireEvent(event));
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: records.webhookSecret });
    return deliver(body, signature).catch(() => false);
  }

  /** Sends waiting events. At most one round runs at a time. */
  function flush(): Promise<void> {
    running ??= sendAll().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    emit(type: string, object: unknown): void {
      const id = store.newId("evt");
      records.events[id] = { id, type, created: store.now(), object, deliveredAt: null, tries: 0 };
      const ids = Object.keys(records.events);
      for (const old of ids.slice(0, Math.max(0, ids.length - MAX_EVENTS)))
        if (records.events[old]?.deliveredAt !== null) delete records.events[old];
      setImmediate(flush);
    },
    flush,
    stop: () => clearTimeout(timer),
  };
}
