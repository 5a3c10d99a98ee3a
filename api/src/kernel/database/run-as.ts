import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';

/** How PostgreSQL, which refuses to run as root, is started. */
export interface RunAs {
  command(program: string, args: string[]): [string, string[]];
  ids: { uid?: number; gid?: number };
  /** Hands a folder or file to the account that PostgreSQL runs under. */
  own(target: string): void;
}

const plain: RunAs = { command: (program, args) => [program, args], ids: {}, own: () => undefined };
const UNSHARE = ['--user', '--map-user=65534', '--map-group=65534'];

/** Chooses the account. @throws Error when this process is root and no other account can be used */
export function chooseAccount(): RunAs {
  if (process.getuid?.() !== 0) return plain;
  // Inside a user namespace root is seen as 'nobody', while the files stay root's.
  if (spawnSync('unshare', [...UNSHARE, 'true']).status === 0)
    return { ...plain, command: (program, args) => ['unshare', [...UNSHARE, program, ...args]] };
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid && gid)
      return {
        ...plain,
        ids: { uid, gid },
        own: (target) => {
          chownSync(target, uid, gid);
          chmodSync(target, 0o700);
        },
      };
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither user namespaces nor a postgres user. Start Waymark as another user, or set DATABASE_URL.',
  );
}

function idOf(flag: string, name: string): number | null {
  const answer = spawnSync('id', [flag, name]);
  const id = Number(answer.stdout?.toString().trim());
  return answer.status === 0 && id > 0 ? id : null;
}
