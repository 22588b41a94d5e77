import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { refuseUnfinishedDates } from "~/ui/unfinished-date.ts";
import { setViewerLocale } from "../domain/format-locale.ts";

setViewerLocale(navigator.language);
refuseUnfinishedDates();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
