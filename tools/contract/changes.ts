/** What a change of the contract asks of its version. */
export type ContractChange = 'none' | 'added' | 'breaking';

/**
 * Compares two reports line by line, each line together with the declaration that it belongs to.
 * A line that is gone or reads otherwise may break a remote that was built against it; a new line may not.
 * A new line can break as well (a field that remotes have to pass in): then raise the major by hand.
 */
export function compareReports(before: string, after: string): ContractChange {
  const remaining = countLines(after);
  let removed = 0;
  for (const [line, count] of countLines(before)) {
    const left = (remaining.get(line) ?? 0) - count;
    if (left < 0) removed++;
    remaining.set(line, left);
  }
  if (removed > 0) return 'breaking';
  return [...remaining.values()].some((count) => count > 0) ? 'added' : 'none';
}

function countLines(report: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const declaration of withoutVersion(report).trim().split(/\n\n+/)) {
    const lines = declaration.split('\n').map((line) => line.replace(/[,;]$/, ''));
    for (const line of lines) {
      const key = `${lines[0] ?? ''}\n${line}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

const VERSION = /CONTRACT_VERSION = "(\d+)\.(\d+)\.(\d+)"/;
const withoutVersion = (report: string) => report.replace(VERSION, 'CONTRACT_VERSION');

type Version = [major: number, minor: number, patch: number];

/** The value of CONTRACT_VERSION that a report was made with. */
function versionOf(report: string): Version {
  const [, major, minor, patch] = VERSION.exec(report) ?? [];
  if (major === undefined) throw new Error('The report names no CONTRACT_VERSION of the form x.y.z.');
  return [Number(major), Number(minor), Number(patch)];
}

/** @returns what is wrong with the version of a changed contract, and what to do; null when it is raised enough */
export function versionProblem(before: string, after: string): string | null {
  const change = compareReports(before, after);
  const [major, minor] = versionOf(before);
  const next = versionOf(after);
  if (change === 'none') return null;
  const isRaised =
    change === 'breaking' ? next[0] > major : next[0] > major || (next[0] === major && next[1] > minor);
  if (isRaised) return null;
  const wanted = change === 'breaking' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
  const what = change === 'breaking' ? 'removes or changes declarations' : 'adds declarations';
  return `The contract ${what}: raise CONTRACT_VERSION in shared/contract/src/version.ts to ${wanted}, then run \`npm run contract-report\`.`;
}
