import { readFileSync } from 'node:fs';
import { connect } from '@waymark/api/src/kernel/database/connect.ts';
import { readEnv } from '@waymark/api/src/kernel/server/env.ts';
import { countReaders, readNews, submitNews } from '@waymark/api/src/scheduled-mails/news.ts';
import type { Order } from './arguments.ts';
import { databaseOf } from './unfinished.ts';

/** Has a file of news mailed by the processes that serve, or says to how many members it would go. @returns the exit code */
export async function sendNews(order: Order, print: (line: string) => void): Promise<number> {
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
