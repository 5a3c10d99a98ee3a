import type { SessionResponse } from '@waymark/api-contract';

/** Pauses before asking again who is there; the last one repeats. */
const PAUSES_MS = [1000, 3000, 10_000];

/** Asks for the session until the API answers. @param failed called after each failed try */
export async function askSession(
  ask: () => Promise<SessionResponse>,
  failed: (tries: number) => void,
  wait: (ms: number) => Promise<void>,
): Promise<SessionResponse> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch {
      failed(tries);
      await wait(PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? 0);
    }
  }
}
