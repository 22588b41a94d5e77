import { FULL_SPACE, formatSpace, freeSpace, LOW_SPACE, type SpaceState } from "./free-space.ts";

const EVERY_MS = 1_000;
/** A state ends this far above its limit, so that it does not change with every file. */
const MARGIN = 16 * 1024 * 1024;

type Listener = (isFull: boolean) => void;
type Log = (event: string, details: Record<string, unknown>) => void;

/** Watches the free space of the data directory, and logs each change once. */
export class SpaceWatch {
  readonly #directory: string;
  readonly #log: Log;
  readonly #listener: Listener;
  readonly #timer: NodeJS.Timeout;
  #state: SpaceState = "enough";

  constructor(directory: string, log: Log, listener: Listener) {
    this.#directory = directory;
    this.#log = log;
    this.#listener = listener;
    this.#look();
    this.#timer = setInterval(() => this.#look(), EVERY_MS);
    this.#timer.unref();
  }

  /** Whether nothing may be written now. */
  get isFull(): boolean {
    return this.#state === "full";
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const free = this.#freeSpace();
    if (free === undefined) return;
    const before = this.#state;
    this.#state = nextState(before, free);
    if (this.#state === before) return;
    this.#log(`disk space: ${this.#state}`, {
      free: formatSpace(free),
      directory: this.#directory,
      advice: ADVICE[this.#state],
    });
    if (this.#state === "full" || before === "full") this.#listener(this.isFull);
  }

  /** A disk that fails for a moment changes nothing. */
  #freeSpace(): number | undefined {
    try {
      return freeSpace(this.#directory);
    } catch {
      return undefined;
    }
  }
}

const ADVICE: Record<SpaceState, string> = {
  enough: "Everything can be saved",
  low: "Free some space: below 64 MB, nothing can be saved",
  full: "Nothing can be saved until there is space again. No restart is needed",
};

function nextState(before: SpaceState, free: number): SpaceState {
  if (free < FULL_SPACE + (before === "full" ? MARGIN : 0)) return "full";
  return free < LOW_SPACE + (before === "enough" ? 0 : MARGIN) ? "low" : "enough";
}
