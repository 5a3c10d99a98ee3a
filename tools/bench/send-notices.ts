import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import os from 'node:os';
import { SIGNATURE_HEADER, signNotice } from '@waymark/api/src/commerce/billing/local/local-provider.ts';
import { deriver } from '@waymark/api/src/kernel/server/access-tokens.ts';
import { SERVICE_BASES } from '@waymark/api-contract';

/** A payment provider that sends many notices at once, in a process of its own: it is another machine. */
const [base = '', keyFile = '', notices = '0', payments = '0'] = process.argv.slice(2);
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
const CONNECTIONS = 200;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const derive = deriver(readFileSync(keyFile, 'utf8'));
const url = new URL(`${base}${SERVICE_BASES.billing}/notices/local`);

const seconds = Math.floor(Date.now() / 1000);
const made = Array.from({ length: Number(notices) }, (_, n) => {
  const number = (n % Number(payments)) + 1;
  const body = JSON.stringify({
    id: `bench_${number}`,
    kind: 'payment.succeeded',
    ref: `bench_pay_${number}`,
    created: Date.now(),
  });
  return { body, signature: signNotice({ derive }, body, seconds) };
});

const send = ({ body, signature }: (typeof made)[number]) =>
  new Promise<boolean>((resolve) => {
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature };
    const call = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode === 200));
    });
    call.once('error', () => resolve(false));
    call.end(body);
  });

async function sendAll(): Promise<void> {
  const answers = await Promise.all(made.map(send));
  agent.destroy();
  process.send?.({ refused: answers.filter((isTaken) => !isTaken).length }, () => process.disconnect());
}
process.once('message', () => void sendAll());
process.send?.('ready');
