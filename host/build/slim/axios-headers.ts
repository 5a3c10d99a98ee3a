const CONTENT_TYPE = 'content-type';

/** The headers of one call. `transport.ts` gives them as plain texts and reads none of an answer, so those are not kept. */
export default class AxiosHeaders {
  readonly #values = new Map<string, string>();

  static from(headers: unknown): AxiosHeaders {
    return headers instanceof AxiosHeaders ? headers : new AxiosHeaders(headers);
  }

  constructor(headers: unknown) {
    if (typeof headers !== 'object' || !headers) return;
    for (const [name, value] of Object.entries(headers) as [string, string][])
      this.#values.set(name.toLowerCase(), value);
  }

  /** @param rewrite false leaves one that is named already */
  setContentType(type: string | null | undefined, rewrite = true): void {
    if (!type) this.#values.delete(CONTENT_TYPE);
    else if (rewrite || !this.#values.has(CONTENT_TYPE)) this.#values.set(CONTENT_TYPE, type);
  }

  normalize(): this {
    return this;
  }

  toJSON(): Record<string, string> {
    return Object.fromEntries(this.#values);
  }
}
