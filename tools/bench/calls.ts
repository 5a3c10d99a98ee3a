import { setTimeout as wait } from 'node:timers/promises';

/** A page of somebody else: calls at its own pace in a process of its own, until it is told to stop. */
const [url = '', authorization = ''] = process.argv.slice(2);
const WARM = 100;
const PACE_MS = 5;
const calls: [begun: number, ms: number][] = [];
const told = { toStop: false };
process.once('message', () => (told.toStop = true));
// The first calls open the connection and warm the code.
for (let call = -WARM; !told.toStop; call++) {
  const begun = Date.now();
  const start = performance.now();
  const answer = await fetch(url, { headers: { authorization } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  if (call === 0) process.send?.('warm');
  if (call >= 0) calls.push([begun, performance.now() - start]);
  await wait(PACE_MS);
}
// The line is closed once all of it is through.
process.send?.(calls, () => process.disconnect());
