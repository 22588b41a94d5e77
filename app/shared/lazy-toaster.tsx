import { lazy, Suspense, useEffect, useState } from "react";
import { registerToaster } from "./toast.ts";

const Toaster = lazy(async () => ({ default: (await import("~/ui/toaster.tsx")).Toaster }));

/** The toaster, once per layout. It loads with the first toast. */
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

/** Rendered after the toaster, so that its effect runs when the toaster is ready. */
function Mounted({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  return null;
}
