import { createTabs, type Channel, type Tabs } from '../session/tabs.ts';

/** One browser: storage that its tabs share, a channel that delivers later, and a lock for one at a time. */
export function fakeBrowser() {
  let generation: string | null = null;
  const stored = { read: () => generation, write: (next: string) => void (generation = next) };
  const ears: { channel: Channel; listener: (event: { data: unknown }) => void }[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let lost = false;
  return {
    /** Messages of frozen tabs are lost while this is on. */
    loseMessages(on: boolean): void {
      lost = on;
    },
    openTab(): Tabs {
      const channel: Channel = {
        postMessage: (data) => {
          for (const ear of ears)
            if (!lost && ear.channel !== channel) void Promise.resolve().then(() => ear.listener({ data }));
        },
        addEventListener: (_type, listener) => void ears.push({ channel, listener }),
      };
      return createTabs(channel, stored);
    },
    lock: <T>(work: () => Promise<T>): Promise<T> => {
      const result = last.then(work);
      last = result.catch(() => {});
      return result;
    },
  };
}
