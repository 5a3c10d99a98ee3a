import { setTimeout as wait } from 'node:timers/promises';

/** A page of somebody else: calls at its own pace in a process of its own, until it is told to stop. */
const [url = '', authorization = ''] = process.argv.slice(2);
const WARM = 50;
const times: number[] = [];
const told = { toStop: false };
process.once('message', () => (told.toStop = true));
// The first calls open the connection and warm the code.
for (let call = -WARM; !told.toStop; call++) {
  const start = performance.now();
  await (await fetch(url, { headers: { authorization } })).arrayBuffer();
  if (call >= 0) times.push(performance.now() - start);
  await wait(5);
}
process.send?.(times);
process.disconnect();
