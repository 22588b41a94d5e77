import type Stripe from "stripe";
import { premiumPlan } from "../../../../domain/premium-plan.ts";
import type { Caller } from "../caller.ts";
import type { FunctionDeps, Payments } from "../deps.ts";
import { ensureCustomer } from "./customer.ts";
import { OpenRefused } from "./open-refused.ts";
import { syncSubscription } from "./sync-subscription.ts";

type Claim = { claim: string; has_trial: boolean; others: string[] };

/**
 * Opens or resumes the page where a person subscribes for their account, and returns its address. An account has one
 * open page: that of the person who opened theirs last. Throws `OpenRefused`, for example if the account has the plan.
 */
export async function openPlanPage(deps: FunctionDeps, payments: Payments, caller: Caller): Promise<string | null> {
  const { data, error } = await deps.service.rpc("claim_plan_checkout", { p_user_id: caller.id });
  if (error) throw new OpenRefused(error);
  const { claim, has_trial, others } = data as Claim;
  const customer = await ensureCustomer(deps, payments.stripe, caller);
  // A colleague may have paid a moment ago, so the provider is asked before the database decides.
  for (const other of others) await closePlanPage(deps, payments, other);
  let own = await syncSubscription(deps, payments, customer);
  await checkClaim(deps, caller.id, claim);
  const page = await findOpenPage(payments.stripe, customer);
  const isAsSaid = page?.metadata?.has_trial === String(has_trial);
  if (page && !isAsSaid) {
    // The person may have paid on it until now.
    await expirePage(payments.stripe, page.id);
    own = await syncSubscription(deps, payments, customer);
    await checkClaim(deps, caller.id, claim);
  }
  const session =
    page && isAsSaid
      ? page
      : await createPage(deps, payments.stripe, {
          caller,
          customer,
          hasTrial: has_trial,
          last: own.stripe_subscription_id,
        });
  try {
    await checkClaim(deps, caller.id, claim);
  } catch (refusal) {
    await payments.stripe.checkout.sessions.expire(session.id).catch(() => undefined);
    throw refusal;
  }
  return session.url;
}

async function checkClaim({ service }: FunctionDeps, userId: string, claim: string): Promise<void> {
  const { error } = await service.rpc("check_plan_checkout", { p_user_id: userId, p_claim: claim });
  if (error) throw new OpenRefused(error);
}

/** Closes the open page of a customer for the plan, and updates their plan, because they may have paid just before. */
export async function closePlanPage(deps: FunctionDeps, payments: Payments, customer: string): Promise<void> {
  const page = await findOpenPage(payments.stripe, customer);
  if (page) await expirePage(payments.stripe, page.id);
  await syncSubscription(deps, payments, customer);
}

/** Closes a page. Nothing is to do if it isn't open anymore. Throws if it may still be open, so that no second one opens. */
async function expirePage(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    if ((await stripe.checkout.sessions.retrieve(id)).status === "open") throw error;
  }
}

async function findOpenPage(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session | undefined> {
  const open = await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
  return open.data.find(({ mode, url }) => mode === "subscription" && url);
}

type Page = { caller: Caller; customer: string; hasTrial: boolean; last: string | null };

function createPage(deps: FunctionDeps, stripe: Stripe, { caller, customer, hasTrial, last }: Page) {
  return stripe.checkout.sessions.create(
    {
      mode: "subscription",
      customer,
      client_reference_id: caller.id,
      metadata: { user_id: caller.id, has_trial: String(hasTrial) },
      subscription_data: {
        metadata: { user_id: caller.id },
        ...(hasTrial ? { trial_period_days: premiumPlan.trialDays } : {}),
      },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: premiumPlan.monthly.currency,
            unit_amount: premiumPlan.monthly.amount,
            recurring: { interval: "month" },
            product_data: { name: "Premium plan" },
          },
        },
      ],
      success_url: `${deps.siteUrl}/subscription-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${deps.siteUrl}/subscription-canceled`,
    },
    // Two quick clicks open one page. A page that was left open is found first. After an earlier plan, the key changes.
    {
      idempotencyKey: `subscribe-${caller.id}-${last ?? "first"}-${hasTrial}-${Math.floor(deps.now().getTime() / 10_000)}`,
    },
  );
}
