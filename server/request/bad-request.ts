/** The invalid part of a request. */
type Part = "path" | "target" | "body" | "field" | "media type" | "schema";

/**
 * A request that is refused before it has any effect: the invalid part, one sentence for the sender, and the status.
 */
export class BadRequest extends Error {
  readonly part: Part;
  readonly status: number;
  constructor(part: Part, message: string, status = 400) {
    super(message);
    this.part = part;
    this.status = status;
  }
}
