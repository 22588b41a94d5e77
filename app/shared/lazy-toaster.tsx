import { lazy, Suspense, useEffect, useState } from "react";
import { registerToaster } from "./toast.ts";

const Toaster = lazy(async () => ({ default: (await import("~/ui/toaster.tsx")).Toaster }));

/** The place of the toasts, once per layout; fetched for the first of them. */
export function LazyToaster() {
  const [needed, setNeeded] = useState(false);
  const [whenMounted, setWhenMounted] = useState<() => void>(() => () => undefined);
  useEffect(() => {
    const mounted = registerToaster(() => setNeeded(true));
    setWhenMounted(() => mounted);
  }, []);
  if (!needed) return null;
  return (
    <Suspense>
      <Toaster />
      <Mounted onMounted={whenMounted} />
    </Suspense>
  );
}

/** Stands after the toaster: its effect runs when the toaster listens. */
function Mounted({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  return null;
}
