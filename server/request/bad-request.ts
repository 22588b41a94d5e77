/** What of a request is wrong. */
type Part = "target" | "body" | "field" | "media type";

/** A request that is refused before anything acts on it: what is wrong, one sentence for its sender, and the status. */
export class BadRequest extends Error {
  readonly part: Part;
  readonly status: number;
  constructor(part: Part, message: string, status = 400) {
    super(message);
    this.part = part;
    this.status = status;
  }
}
