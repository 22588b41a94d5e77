/** The only script of the pages without React. It is optional: reading and navigation work without it. */
import { startAccountLink } from "./account-link.ts";
import { startCarousel } from "./carousel.ts";
import { startForms } from "./forms.ts";
import { forwardAuthCallback } from "./forward-auth-callback.ts";
import { startLeadClock } from "./lead-clock.ts";
import { startMotionSwitch } from "./motion.ts";
import { startNavigation } from "./navigation.ts";
import { offersCalls } from "./offers-calls.ts";
import { startShowMore } from "./show-more.ts";
import { startSparkline } from "./sparkline.ts";
import { startStars } from "./stars.ts";
import { recordTraffic } from "./traffic.ts";

if (!forwardAuthCallback()) {
  recordTraffic();
  startAccountLink();
  startNavigation();
  startMotionSwitch();
  startForms();
  for (const canvas of document.querySelectorAll<HTMLCanvasElement>("[data-stars]")) startStars(canvas);
  for (const list of document.querySelectorAll<HTMLElement>("[data-carousel]")) startCarousel(list);
  for (const clock of document.querySelectorAll<HTMLElement>("[data-clock]")) startLeadClock(clock);
  for (const list of document.querySelectorAll<HTMLElement>("[data-more]")) startShowMore(list);
  for (const chart of document.querySelectorAll<HTMLElement>("[data-spark]")) startSparkline(chart);
  const talk = document.querySelector<HTMLElement>("[data-talk]");
  if (talk) void offersCalls().then((offered) => talk.toggleAttribute("hidden", !offered));
}
