const HOST = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;
const ORIGIN = /^https?:\/\/[^/?#@]+$/;

/** The push services of the browsers that members use: Chrome and others, Firefox, Safari, Edge. */
export const KNOWN_PUSH_SERVICES =
  'fcm.googleapis.com *.push.services.mozilla.com *.push.apple.com *.notify.windows.com';

/**
 * The entries of `PUSH_SERVICES`: hosts, `*.` before a domain for all below it, or whole origins.
 * @param fail hears what is wrong, a sentence
 */
export function readPushServices(text: string, fail: (message: string) => void): string[] {
  const entries = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const entry of entries)
    if (!HOST.test(entry) && !(ORIGIN.test(entry) && URL.canParse(entry)))
      fail(`"${entry}" is no host such as push.example, *.push.example or https://push.example:8443.`);
  return entries;
}

/** Whether an address that a browser names belongs to one of these services: no other is ever called. */
export function isPushEndpoint(services: readonly string[], endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username !== '' || url.password !== '') return false;
  if (services.includes(url.origin)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return services.some((entry) =>
    entry.startsWith('*.') ? url.hostname.endsWith(entry.slice(1)) : entry === url.hostname,
  );
}
