import { type ComponentProps, lazy, Suspense } from "react";

const Resend = lazy(async () => ({ default: (await import("./resend-confirmation.tsx")).ResendConfirmation }));

/** ResendConfirmation for the page's first screen, where few people need it. */
export function LazyResendConfirmation(props: ComponentProps<typeof Resend>) {
  return (
    <Suspense>
      <Resend {...props} />
    </Suspense>
  );
}
