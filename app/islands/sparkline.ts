import { randomDays, sparklinePoints } from "../../domain/sparkline.ts";
import { animateWhileVisible } from "./motion.ts";

const REFRESH_MS = 8_000;

/** Spec §2: the line of a demo chart is random and generated in the client. It refreshes while it is visible. */
export function startSparkline(chart: HTMLElement): void {
  const [base = 0, range = 0] = (chart.dataset.spark ?? "").split(" ").map(Number);
  const draw = () => {
    const days = randomDays(base, range);
    const points = sparklinePoints(days, base, range);
    chart.querySelector("polyline")?.setAttribute("points", points.join(" "));
    chart.querySelector("circle")?.setAttribute("cy", `${points.at(-1)?.[1]}`);
    const last = chart.querySelector("[data-spark-last]");
    if (last) last.textContent = `${days.at(-1)}`;
  };
  draw();
  let timer = 0;
  animateWhileVisible(chart, {
    start: () => {
      timer = window.setInterval(draw, REFRESH_MS);
    },
    stop: () => clearInterval(timer),
  });
}
