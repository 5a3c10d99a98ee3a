import { trimTrailingSlashes } from '@waymark/contract/paths';

/** The same call whether its path ends with a slash or not. */
export function sameCall(address: string): string {
  const url = new URL(address, 'http://site.invalid');
  return `${trimTrailingSlashes(url.pathname) || '/'}${url.search}`;
}

/**
 * The calls that the page started before the scripts were there. Each is handed out once: a second reader
 * asks anew, and sees what has changed since.
 */
export function earlyCalls(started: Record<string, Promise<Response>> = {}) {
  // An early call that nobody picks up may fail without anyone to tell.
  for (const answer of Object.values(started)) answer.catch(() => {});
  return (url: string): Promise<Response> | undefined => {
    const key = sameCall(url);
    // Looked for each time: an early view takes its own out of the same object.
    const found = Object.keys(started).find((address) => sameCall(address) === key);
    if (found === undefined) return undefined;
    const answer = started[found];
    delete started[found];
    return answer;
  };
}
