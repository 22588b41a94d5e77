import { Histogram, type Registry } from "prom-client";
import type { RequestLine } from "../logging/log.ts";
import { methodOf, routeOf } from "./routes.ts";

/** Upper bounds in seconds. */
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const NAME = "upfunnel_request_seconds";
const HELP = "How long requests take, by route";

type Label = "route" | "method" | "status";
/** `counts` has one number per bound, and a last one for requests that are slower than all. */
type Times = { labels: Record<Label, string>; counts: number[]; seconds: number };

/**
 * How long requests take, by route. The library's histogram validates and joins the labels at each request, which takes as long as
 * a fifth of a file's whole answer. This one counts in place, and makes the library's values when someone reads them.
 */
export class RequestTimes extends Histogram<Label> {
  readonly #known = new Map<string, Times>();

  constructor(registry: Registry) {
    super({
      name: NAME,
      help: HELP,
      labelNames: ["route", "method", "status"],
      buckets: BOUNDS,
      registers: [registry],
    });
  }

  /** Counts one request. */
  add({ path, method: asked, status, ms }: RequestLine): void {
    const method = methodOf(asked);
    const route = routeOf(path, status);
    const hundreds = Math.trunc(status / 100);
    const key = `${route} ${method} ${hundreds}`;
    let times = this.#known.get(key);
    if (!times) {
      const labels = { route, method, status: `${hundreds}xx` };
      times = { labels, counts: new Array(BOUNDS.length + 1).fill(0), seconds: 0 };
      this.#known.set(key, times);
    }
    const seconds = ms / 1000;
    let bucket = 0;
    while (seconds > (BOUNDS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
    times.counts[bucket] = (times.counts[bucket] ?? 0) + 1;
    times.seconds += seconds;
  }

  /** The library asks a histogram for its values here, although its types leave the function out. */
  async getForPromString() {
    const values = [...this.#known.values()].flatMap(({ labels, counts, seconds }) => {
      let count = 0;
      const value = (name: string, number: number, own: { le?: number | string } = {}) => ({
        metricName: `${NAME}_${name}`,
        labels: own,
        sharedLabels: labels,
        value: number,
      });
      const buckets = counts.map((each, at) => {
        count += each;
        return value("bucket", count, { le: BOUNDS[at] ?? "+Inf" });
      });
      return [...buckets, value("sum", seconds), value("count", count)];
    });
    return { name: NAME, help: HELP, type: "histogram", values, aggregator: "sum" };
  }
}
