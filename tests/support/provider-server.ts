import { serve } from "@hono/node-server";
import { openTestPayments } from "../../server/test-payments/test-payments.ts";
import { freePort, temporaryDirectory } from "./host-process.ts";

/**
 * The local payment server outside of the host, so that it outlives the tested host. `onAnswer` runs when a response is
 * ready but not sent yet, and may send another one in its place.
 */
export async function openProviderServer(hostUrl: string) {
  const port = await freePort();
  let takesMessages = true;
  const provider = openTestPayments({
    file: `${temporaryDirectory()}/payments.json`,
    siteUrl: hostUrl,
    deliver: async (body, signature) => {
      if (!takesMessages) return false;
      const headers = { "Content-Type": "application/json", "Stripe-Signature": signature };
      const sent = fetch(`${hostUrl}/functions/v1/stripe-webhook`, { method: "POST", headers, body });
      return (await sent).ok;
    },
  });
  let onAnswer: ((asked: string) => Promise<Response | undefined>) | undefined;
  const server = serve({
    port,
    hostname: "127.0.0.1",
    fetch: async (request: Request) => {
      const asked = `${request.method} ${new URL(request.url).pathname}`;
      const answer = await provider.api(request);
      return (await onAnswer?.(asked)) ?? answer;
    },
  });
  return {
    provider,
    /** The variables that make a host use this server. */
    variables: {
      STRIPE_SECRET_KEY: "sk_test_local",
      STRIPE_WEBHOOK_SECRET: provider.payments.webhookSecret,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    },
    whenAnswered: (run: typeof onAnswer) => {
      onAnswer = run;
    },
    /** Whether events reach the host. Without them, it must ask the provider. */
    sendMessages: (on: boolean) => {
      takesMessages = on;
    },
    close: async () => {
      provider.stop();
      server.close();
    },
  };
}
