import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ImportGraph, reachableFiles } from '../boundaries/graph.ts';

/** Gives a test a database on the server of the run. */
const DATABASE_SOURCE = 'api/src/testing/database.ts';
/** Starts the API with the database server that it brings along: another server would not be asked. */
const OWN_SERVER_SOURCE = 'api/src/testing/api-process.ts';
/** SQL that is written by hand: a template of Kysely, a query of `pg`, or the queue's own library. */
const HAND_WRITTEN_SQL = /\bsql(?:`|<|\.)|\.query\(|from 'pg-boss'/;

/**
 * Chooses the API tests whose outcome may differ between versions of PostgreSQL: those that use a database
 * and stand in a folder whose product code contains hand-written SQL. What Kysely builds is the same everywhere.
 */
export function serverDependentTests(root: string, graph: ImportGraph, testFiles: string[]): string[] {
  const hasSql = new Map<string, boolean>();
  const folderHasSql = (folder: string) => {
    const known = hasSql.get(folder);
    if (known !== undefined) return known;
    const found = globSync('*.ts', { cwd: path.join(root, folder), exclude: ['*.test.ts'] }).some((name) =>
      HAND_WRITTEN_SQL.test(readFileSync(path.join(root, folder, name), 'utf8')),
    );
    hasSql.set(folder, found);
    return found;
  };
  return testFiles.filter((file) => {
    if (!folderHasSql(path.posix.dirname(file))) return false;
    const reached = reachableFiles(graph, file);
    return reached.has(DATABASE_SOURCE) && !reached.has(OWN_SERVER_SOURCE);
  });
}
