import type { StoredName } from '@waymark/api-contract/stored-items';

const WORKER: StoredName<'worker'> = '/notifications-worker.js';

/** What this browser can do, and what its member allowed. */
export type PushState =
  /** The site has to be opened from the Home Screen first. */
  | 'needs-home-screen'
  | 'unsupported'
  /** The member said no to the browser, and only its settings change that. */
  | 'blocked'
  | 'off'
  | 'on';

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Safari on a phone or tablet, which has notifications for pages on the Home Screen only. */
function isAppleMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

const findSubscription = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
};

export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return isAppleMobile() ? 'needs-home-screen' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  if (Notification.permission !== 'granted') return 'off';
  return (await findSubscription()) ? 'on' : 'off';
}

/**
 * Asks the member where they have not been asked yet, and subscribes this browser. To be called by a press of theirs:
 * browsers refuse to ask otherwise.
 * @param serverKey of the API, in base64url
 * @returns what the API takes; null when the member did not allow it
 */
export async function subscribeBrowser(
  serverKey: string,
): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } } | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const policy = window.waymark?.loader?.policy;
  await navigator.serviceWorker.register(policy ? policy.createScriptURL(WORKER) : WORKER, { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made for another key, or that the API does not know any more, would only be in the way.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: serverKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint!, keys: { p256dh: keys!['p256dh']!, auth: keys!['auth']! } };
}

export async function unsubscribeBrowser(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}
