import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Caller } from "../../supabase/functions/_shared/caller.ts";
import type { FunctionDeps } from "../../supabase/functions/_shared/deps.ts";
import { closePlanPageJob } from "../../supabase/functions/_shared/outbox/close-plan-page-job.ts";
import { openPlanPage } from "../../supabase/functions/_shared/payments/open-plan-page.ts";
import { openTestPayments } from "./test-payments.ts";

/** A person who left a page with a trial open, which their account doesn't get anymore. */
async function withOpenPage() {
  const { payments, pages, stop } = openTestPayments({
    file: join(mkdtempSync(join(tmpdir(), "upfunnel-test-")), "payments.json"),
    siteUrl: "http://127.0.0.1:1",
    deliver: async () => true,
  });
  const { stripe } = payments;
  const customer = await stripe.customers.create({ email: "ann@example.com" });
  let isSubscribed = false;
  let hasTrial = true;
  const plan = { stripe_customer_id: customer.id };
  const service = {
    rpc: async (name: string) => {
      if (name === "claim_plan_checkout") return { data: { claim: "claim", has_trial: hasTrial, others: [] } };
      const taken = { code: "PT409", message: "This account has the plan", hint: "plan_exists" };
      return { data: null, error: name === "check_plan_checkout" && isSubscribed ? taken : null };
    },
    from: () => ({
      select: () => ({ eq: () => ({ maybeSingle: async () => ({ data: plan }) }) }),
      update: (info: { subscribed: boolean }) => {
        isSubscribed = info.subscribed;
        return { eq: () => ({ select: async () => ({ data: [], error: null }) }) };
      },
    }),
  };
  const deps = { service, siteUrl: "http://127.0.0.1:1", now: () => new Date() } as unknown as FunctionDeps;
  const open = () => openPlanPage(deps, payments, { id: "ann", email: "ann@example.com" } as Caller);
  const first = (await open()) ?? "";
  hasTrial = false;
  return {
    stripe,
    open,
    first,
    /** What the job does after the account was archived. */
    close: () => closePlanPageJob({ customer: customer.id }, "job", { ...deps, payments }),
    pay: (url: string) =>
      pages(new Request(url, { method: "POST", body: new URLSearchParams({ number: "4242424242424242" }) })),
    count: async () => ({
      open: (await stripe.checkout.sessions.list({ status: "open" })).data.length,
      plans: (await stripe.subscriptions.list({ customer: customer.id, status: "all" })).data.length,
    }),
    stop,
  };
}

test("A page with another start than the screen said is closed, and one new page opens", async () => {
  const { open, first, count, stop } = await withOpenPage();
  const second = await open();
  expect(second).not.toBe(first);
  expect(await open()).toBe(second);
  expect(await count()).toEqual({ open: 1, plans: 0 });
  stop();
});

test("If the person pays on such a page before it closes, no second page opens", async () => {
  const { stripe, open, first, pay, count, stop } = await withOpenPage();
  const { sessions } = stripe.checkout;
  const expire = sessions.expire.bind(sessions);
  sessions.expire = (async (id: string) => {
    await pay(first);
    return expire(id);
  }) as typeof expire;
  await expect(open()).rejects.toThrow("This account has the plan");
  expect(await count()).toEqual({ open: 0, plans: 1 });
  stop();
});

test("If such a page can't be closed, no second page opens", async () => {
  const { stripe, open, count, stop } = await withOpenPage();
  stripe.checkout.sessions.expire = () => Promise.reject(new Error("Away"));
  await expect(open()).rejects.toThrow("Away");
  expect(await count()).toEqual({ open: 1, plans: 0 });
  stop();
});

test("The page for an archived account closes, once or twice, and a plan that was paid just before is kept", async () => {
  const closed = await withOpenPage();
  await closed.close();
  await closed.close();
  expect(await closed.count()).toEqual({ open: 0, plans: 0 });
  closed.stop();
  const { pay, first, close, count, stop } = await withOpenPage();
  await pay(first);
  await close();
  expect(await count()).toEqual({ open: 0, plans: 1 });
  stop();
});

test("A page for an archived account that can't be closed is tried again", async () => {
  const { stripe, close, count, stop } = await withOpenPage();
  const { sessions } = stripe.checkout;
  const expire = sessions.expire;
  sessions.expire = () => Promise.reject(new Error("Away"));
  await expect(close()).rejects.toThrow("Away");
  sessions.expire = expire;
  await close();
  expect(await count()).toEqual({ open: 0, plans: 0 });
  stop();
});
