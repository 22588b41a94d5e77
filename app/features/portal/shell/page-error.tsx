import { useEffect } from "react";
import { isRouteErrorResponse, useNavigation, useRevalidator, useRouteError } from "react-router";
import { CenteredPage } from "~/shared/centered-page.tsx";
import { ServiceError } from "~/shared/service-error.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";

/** The error screen of a portal page. A network failure in a guard also ends here: it offers a retry and signs no one out. */
export function PageErrorBoundary() {
  const error = useRouteError();
  const { title, text, requestId } = textsFor(error);
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  useEffect(() => {
    if (!(error instanceof ServiceError)) console.error(error);
    const again = () => void revalidate();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [error, revalidate]);
  return (
    <CenteredPage>
      <title>{title}</title>
      <Card className="grid gap-4 p-6" role="alert">
        <h1 className="font-display text-xl font-semibold tracking-tighter">{title}</h1>
        <p className="text-sm text-ink-2">{text}</p>
        {requestId && <p className="font-mono text-xs text-ink-3">Request {requestId}</p>}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            loading={state !== "idle" || navigation.state !== "idle"}
            onClick={() => (error instanceof ServiceError ? void revalidate() : location.reload())}
          >
            Try again
          </Button>
          <Button variant="ghost" asChild>
            <a href="/">Go to the home page</a>
          </Button>
        </div>
      </Card>
    </CenteredPage>
  );
}

function textsFor(error: unknown): { title: string; text: string; requestId?: string | null } {
  if (error instanceof ServiceError && error.kind === "offline")
    return {
      title: "We can't reach the server",
      text: "You're still signed in. Check your connection. This page tries again when you're back online.",
      requestId: error.requestId,
    };
  if (error instanceof ServiceError)
    return {
      title: "Something went wrong on our side",
      text: "You're still signed in, and nothing was lost. Please try again in a moment.",
      requestId: error.requestId,
    };
  if (isRouteErrorResponse(error) && error.status === 404)
    return { title: "Oops! Page not found", text: "There is no page at this address." };
  return { title: "This page couldn't be shown", text: "An unexpected error occurred. Please try again." };
}
