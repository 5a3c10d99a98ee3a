import { openPlatform, platformDir, type Platform } from '@waymark/host/registry';
import { readFileSync } from 'node:fs';
import { connect } from '@waymark/api/src/kernel/database/connect.ts';
import { readEnv } from '@waymark/api/src/kernel/server/env.ts';
import { countReaders, readNews, submitNews } from '@waymark/api/src/community/scheduled-mails/news.ts';
import type { Order } from './arguments.ts';
import { listUnfinished, retryUnfinished, databaseOf } from './unfinished.ts';

export interface Surroundings {
  /** Builds a remote by name. @returns the built folder */
  build: (remote: string) => Promise<string>;
  print: (line: string) => void;
}

/** Does what was asked. @returns the exit code: 0 done, 1 when there is nothing to retry, 2 when `verify` found something wrong */
export async function carryOut(order: Order, { build, print }: Surroundings): Promise<number> {
  if (order.command === 'unfinished') return listUnfinished(order, print);
  if (order.command === 'retry') return retryUnfinished(order, print);
  if (order.command === 'send-news') return sendNews(order, print);
  const platform = openPlatform(platformDir(order.data));
  const { remote = '', by, note } = order;
  const who = { by, note };
  switch (order.command) {
    case 'deploy':
      print(await deploy(platform, order, build));
      return 0;
    case 'promote':
      print(`${remote} ${await platform.promote(remote, order.version, who)} is live.`);
      return 0;
    case 'rollback':
      print(`${remote} ${await platform.rollback(remote, who)} is live again, from the next page load on.`);
      return 0;
    case 'withdraw':
      print(await withdraw(platform, order));
      return 0;
    case 'history':
      for (const { at, action, version, from, by, note } of await platform.history(remote))
        print(
          [at, action.padEnd(8), version, `from ${from ?? 'nothing'}`, `by ${by}`, note]
            .filter(Boolean)
            .join('  '),
        );
      return 0;
    case 'list':
      for (const line of await listed(platform)) print(line);
      return 0;
    default:
      return verify(platform, order.remote, print);
  }
}

async function deploy(
  platform: Platform,
  { remote = '', dist, canary, by, note }: Order,
  build: Surroundings['build'],
): Promise<string> {
  const folder = dist ?? (await build(remote));
  const built = await platform.read(folder);
  if (built.name !== remote)
    throw new Error(`${folder} holds ${built.name}, not ${remote}. Nothing was deployed.`);
  const { version, fresh } = await platform.deploy(folder, { by, note, canary });
  const how = canary === undefined ? 'live' : `out for ${canary} % of visitors`;
  return `${remote} ${version} is ${how}${fresh ? '' : ' (it was published before)'}.`;
}

async function withdraw(platform: Platform, { remote = '', version, by, note }: Order): Promise<string> {
  const { withdrawn, live } = await platform.withdraw(remote, { by, note, version });
  const after = live === null ? 'nobody has it, its pages are not found' : `every visitor has ${live}`;
  return `${remote} ${withdrawn} is withdrawn; ${after}.`;
}

async function listed(platform: Platform): Promise<string[]> {
  const { revision, remotes } = await platform.list();
  const rows = Object.entries(remotes).map(([name, { live, lastGood, canary }]) =>
    [
      name.padEnd(20),
      live === null ? 'nothing live' : `live ${live}`,
      canary && `canary ${canary.version} for ${canary.percent} %`,
      lastGood && `before ${lastGood}`,
    ]
      .filter(Boolean)
      .join('  '),
  );
  return rows.length ? [`Revision ${revision}`, ...rows] : ['Nothing is deployed yet.'];
}

async function verify(
  platform: Platform,
  remote: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  const results = await platform.verify(remote);
  for (const { name, version, problems } of results)
    print(`${name} ${version}: ${problems.length ? problems.join(' ') : 'as published'}`);
  return results.some(({ problems }) => problems.length) ? 2 : 0;
}

/** Has a file of news mailed by the processes that serve, or says to how many members it would go. @returns the exit code */
async function sendNews(order: Order, print: (line: string) => void): Promise<number> {
  const { remote: file = '', isDryRun } = order;
  const issue = readNews(readFileSync(file, 'utf8'));
  const connection = connect(databaseOf(order), { max: 1, onError: () => undefined });
  try {
    const store = { db: connection.db, env: readEnv() };
    const count = await countReaders(store, issue);
    const to = `“${issue.subject}” ${isDryRun ? 'would go' : 'goes'} to ${count} ${count === 1 ? 'member' : 'members'}`;
    if (!isDryRun) await submitNews(store, issue, new Date().toISOString().slice(0, 10));
    print(isDryRun ? `${to}. Nothing was sent.` : `${to} while Waymark runs.`);
    return 0;
  } finally {
    await connection.close();
  }
}
