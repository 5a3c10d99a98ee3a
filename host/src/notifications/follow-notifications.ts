import type { NotificationCount, NotificationEvent } from '@waymark/api-contract';
import type { Resource } from '@waymark/api-contract/client';
import type { Channel } from '../session/tabs.ts';
import { readEvents } from './event-stream.ts';

export interface FollowOptions {
  /** Opens the stream; null where this browser cannot read one. @throws when the server has none to give */
  openStream: (lastEventId: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array> | null>;
  readCount: () => Promise<NotificationCount>;
  /** Runs the work in one tab of this browser at a time; null where the browser has no locks. */
  lead: ((work: () => Promise<void>) => Promise<void>) | null;
  /** To the other tabs; null where the browser has none. */
  channel: Channel | null;
  onCount: (unread: number) => void;
  /** Announces in every tab what is outdated. */
  announce: (resources: Resource[]) => void;
  /** Calls the listener after each change that another part of the product announces. */
  onAnnounced: (listener: (resources: readonly Resource[]) => void) => () => void;
  /** Resolves after the time, or when the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
}

type Change = NotificationCount &
  Partial<Pick<NotificationEvent, 'latest_story' | 'premium_version' | 'friends_version'>>;

const POLL_MS = 60_000;
const REOPEN_MS = 1000;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Follows what is new for the member: one tab of the browser holds the stream and tells the others. Without streams or
 * locks, and while the stream cannot be had, the count is asked for from time to time. Ends with the signal.
 */
export async function followNotifications(options: FollowOptions): Promise<void> {
  const { openStream, readCount, lead, channel, onCount, announce, onAnnounced, wait, signal } = options;
  let known: Change | undefined;
  let isAnnouncing = false;

  const take = (change: Change) => {
    if (signal.aborted) return undefined;
    const before = known;
    known = { ...before, ...change };
    onCount(change.unread_count);
    return before;
  };
  /** What this tab learned from the server goes to the other tabs, and to the pages that show it. */
  const tell = (change: Change) => {
    const before = take(change);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only
    channel?.postMessage(change);
    if (!before) return;
    const outdated: Resource[] = [];
    if (change.latest !== before.latest || change.unread_count !== before.unread_count)
      outdated.push('notifications');
    if (before.latest_story !== undefined && (change.latest_story ?? 0) > before.latest_story)
      outdated.push('stories');
    if (before.friends_version !== undefined && (change.friends_version ?? 0) > before.friends_version)
      // What a new friend shares comes, and what one shared who ended the friendship goes from the open page.
      outdated.push('friends', 'stories', 'workouts', 'routes');
    if (before.premium_version !== undefined && (change.premium_version ?? 0) > before.premium_version)
      // A renewal or a refund that the server made has its receipt as well.
      outdated.push('premium', 'billing');
    if (outdated.length === 0) return;
    isAnnouncing = true;
    announce(outdated);
    isAnnouncing = false;
  };
  const poll = async () => {
    // A failure is left for the next time: the count is no more than a hint.
    const answer = await readCount().catch(() => null);
    if (answer && !signal.aborted) tell(answer);
  };
  const pollOn = async () => {
    for (;;) {
      await wait(POLL_MS, signal);
      if (signal.aborted) return;
      await poll();
    }
  };
  const stream = async () => {
    let lastEventId = '';
    let failures = 0;
    while (!signal.aborted) {
      try {
        const body = await openStream(lastEventId, signal);
        if (!body) return pollOn();
        await readEvents(body, ({ id, data }) => {
          failures = 0;
          lastEventId = id;
          tell(JSON.parse(data) as NotificationEvent);
        });
        await wait(REOPEN_MS, signal);
      } catch {
        await wait(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++), signal);
        // A call renews a session that has run out; the stream then opens with the new one.
        if (!signal.aborted) await poll();
      }
    }
  };

  channel?.addEventListener('message', ({ data }) => void take(data as Change));
  const stopListening = onAnnounced((resources) => {
    // What was read in this tab is gone from the bell at once, whichever tab has the stream.
    if (!isAnnouncing && resources.includes('notifications')) void poll();
  });
  signal.addEventListener('abort', stopListening, { once: true });
  await poll();
  // Aborted while another tab leads.
  if (lead) await lead(stream).catch(() => {});
  else await pollOn();
}
