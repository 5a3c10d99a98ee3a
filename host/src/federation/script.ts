import type { ScriptPolicy } from '@waymark/contract/early';

/** How long scripts may take, in milliseconds. */
export interface Limits {
  /** Until a remote's entry counts as hanging. Default 4,000. */
  entry: number;
  /** Until a silent chunk is asked for a second time, beside the first request. Default 10,000. */
  secondAttempt: number;
  /** Until a chunk counts as lost. Default 120,000. */
  chunk: number;
}
export const LIMITS: Limits = { entry: 4_000, secondAttempt: 10_000, chunk: 120_000 };

export interface ScriptLoader {
  policy: ScriptPolicy;
  /** One attempt at a remote's entry. @throws Error when it does not arrive, or not as published */
  entry: (url: string, integrity: string) => Promise<void>;
  /** A chunk, with a second attempt when the first fails or stays silent. */
  load: (url: string, integrity: string | undefined) => Promise<void>;
}

/** `?r=n` makes it another address, so that neither a hanging request nor a bad cached answer is met again. */
export const attemptAddress = (url: string, attempt: number): string =>
  attempt ? `${url}?r=${attempt}` : url;

/** @throws TypeError when a script would come from an origin that the registry did not name */
export function checkedAddress(url: string, page: string, origins: ReadonlySet<string>): string {
  const address = new URL(url, page);
  if (!origins.has(address.origin))
    throw new TypeError(`Scripts from ${address.origin} are not allowed here.`);
  return url;
}

/** The one place where a remote's scripts enter the page. */
export function createScriptLoader(origins: ReadonlySet<string>, limits: Limits = LIMITS): ScriptLoader {
  const rules: ScriptPolicy = { createScriptURL: (url) => checkedAddress(url, location.href, origins) };
  const policy = window.trustedTypes?.createPolicy('waymark-loader', rules) ?? rules;
  const failures = new Map<string, number>();

  function request(url: string, integrity: string | undefined, limit: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      const end = (error?: Error) => {
        clearTimeout(timer);
        script.remove();
        if (error) reject(error);
        else resolve();
      };
      const timer = setTimeout(() => end(new Error(`${url} did not arrive within ${limit} ms.`)), limit);
      script.addEventListener('load', () => end());
      script.addEventListener('error', () =>
        end(new Error(`${url} could not be loaded as it was published.`)),
      );
      script.async = true;
      script.crossOrigin = 'anonymous';
      if (integrity) script.integrity = integrity;
      if (window.waymark?.nonce) script.nonce = window.waymark.nonce;
      script.src = policy.createScriptURL(attemptAddress(url, failures.get(url) ?? 0));
      document.head.append(script);
    });
  }
  const failed = (url: string) => failures.set(url, (failures.get(url) ?? 0) + 1);

  return {
    policy,
    async entry(url, integrity) {
      try {
        await request(url, integrity, limits.entry);
      } catch (error) {
        failed(url);
        throw error;
      }
    },
    load: (url, integrity) =>
      new Promise((resolve, reject) => {
        let begun = 0;
        let open = 0;
        const begin = () => {
          begun++;
          open++;
          request(url, integrity, limits.chunk).then(
            () => {
              clearTimeout(impatience);
              resolve();
            },
            (error: Error) => {
              open--;
              failed(url);
              if (begun < 2) begin();
              else if (!open) reject(error);
            },
          );
        };
        const impatience = setTimeout(() => {
          if (begun > 1) return;
          failed(url);
          begin();
        }, limits.secondAttempt);
        begin();
      }),
  };
}
