import type { KnownPayment, Session, Subscription } from "./records.ts";
import type { Store } from "./store.ts";
import { wireCharge, wireIntent, wireRefund, wireSession, wireSubscription } from "./wire-objects.ts";

export const DAY = 86_400;

export type Emit = (type: string, object: unknown) => void;
export type Decline = { code: string; message: string };

/** The actions of people and time on the records. Each change emits the same events as the real provider. */
export function createActions(store: Store, pageUrl: string, emit: Emit) {
  const { records, now, newId } = store;
  const sessionEvent = (type: string, session: Session) => emit(type, wireSession(session, records, pageUrl));
  const subscriptionEvent = (type: string, subscription: Subscription) => emit(type, wireSubscription(subscription));

  function intentOf(session: Session) {
    const id = session.intent ?? newId("pi");
    session.intent = id;
    records.intents[id] ??= {
      id,
      session: session.id,
      customer: session.customer,
      amount: session.amount,
      currency: session.currency,
      status: "requires_payment_method",
      created: now(),
      paidAt: null,
      error: null,
      metadata: session.intentMetadata,
    };
    return records.intents[id];
  }

  function subscribe(session: Session): void {
    const trialEnd = session.trialDays > 0 ? now() + session.trialDays * DAY : null;
    const subscription: Subscription = {
      id: newId("sub"),
      customer: session.customer,
      status: trialEnd ? "trialing" : "active",
      amount: session.amount,
      currency: session.currency,
      created: now(),
      periodStart: now(),
      periodEnd: trialEnd ?? now() + 30 * DAY,
      trialEnd,
      cancelAtPeriodEnd: false,
      canceledAt: null,
      metadata: session.intentMetadata,
    };
    records.subscriptions[subscription.id] = subscription;
    session.subscription = subscription.id;
    subscriptionEvent("customer.subscription.created", subscription);
  }

  return {
    pay(session: Session): void {
      if (session.status !== "open") return;
      if (session.mode === "subscription") subscribe(session);
      else {
        const intent = intentOf(session);
        Object.assign(intent, { status: "succeeded", paidAt: now(), error: null });
        emit("payment_intent.succeeded", wireIntent(intent, records));
      }
      Object.assign(session, { status: "complete", paid: true });
      sessionEvent("checkout.session.completed", session);
    },
    /** Adds a payment that was made before this server had records, so that it can be refunded here. */
    remember({ intent, invoiceId, amount, currency, paidAt }: KnownPayment): void {
      const id = newId("cs");
      const shared = { customer: "cus_test_earlier", amount, currency, created: paidAt };
      records.sessions[id] = {
        ...shared,
        id,
        mode: "payment",
        status: "complete",
        paid: true,
        name: "Payment",
        description: "",
        metadata: { invoice_id: invoiceId },
        intentMetadata: {},
        trialDays: 0,
        clientReference: null,
        successUrl: pageUrl,
        cancelUrl: pageUrl,
        expires: Number.MAX_SAFE_INTEGER,
        intent,
        subscription: null,
      };
      records.intents[intent] = {
        ...shared,
        id: intent,
        session: id,
        status: "succeeded",
        paidAt,
        error: null,
        metadata: {},
      };
    },
    decline(session: Session, error: Decline): void {
      if (session.status !== "open" || session.mode !== "payment") return;
      const intent = intentOf(session);
      intent.error = error;
      emit("payment_intent.payment_failed", wireIntent(intent, records));
    },
    expire(session: Session): void {
      if (session.status !== "open") return;
      session.status = "expired";
      sessionEvent("checkout.session.expired", session);
    },
    refund(intentId: string, amount: number, metadata: Record<string, string>): ReturnType<typeof wireRefund> {
      const intent = records.intents[intentId];
      if (intent?.status !== "succeeded") throw new Error("Nothing was paid with this charge");
      const refund = { id: newId("re"), intent: intentId, amount, currency: intent.currency, created: now(), metadata };
      records.refunds[refund.id] = refund;
      emit("refund.created", wireRefund(refund));
      emit("charge.refunded", wireCharge(intent, [refund]));
      return wireRefund(refund);
    },
    /** Cancels at the end of the paid period, or undoes that. */
    cancelAtPeriodEnd(subscription: Subscription, cancel: boolean): void {
      subscription.cancelAtPeriodEnd = cancel;
      subscriptionEvent("customer.subscription.updated", subscription);
    },
    cancelNow(subscription: Subscription): void {
      Object.assign(subscription, { status: "canceled", canceledAt: now() });
      subscriptionEvent("customer.subscription.deleted", subscription);
    },
    /** Runs everything that is due on the clock: pages expire, trials end, periods renew. */
    runDue(): void {
      for (const session of Object.values(records.sessions)) if (session.expires <= now()) this.expire(session);
      for (const subscription of Object.values(records.subscriptions)) {
        emitTrialEnd(subscription);
        while (subscription.status !== "canceled" && subscription.periodEnd <= now()) {
          if (subscription.cancelAtPeriodEnd) this.cancelNow(subscription);
          else renew(subscription);
        }
      }
    },
  };

  /** The provider sends this event three days before the trial ends. */
  function emitTrialEnd(subscription: Subscription): void {
    const { status, trialEnd, trialEndTold } = subscription;
    if (status !== "trialing" || trialEndTold || !trialEnd || trialEnd - now() > 3 * DAY) return;
    subscription.trialEndTold = true;
    subscriptionEvent("customer.subscription.trial_will_end", subscription);
  }

  function renew(subscription: Subscription): void {
    const start = subscription.periodEnd;
    Object.assign(subscription, { status: "active", periodStart: start, periodEnd: start + 30 * DAY });
    subscriptionEvent("customer.subscription.updated", subscription);
  }
}

export type Actions = ReturnType<typeof createActions>;
