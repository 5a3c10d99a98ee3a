import { parseArgs } from 'node:util';

export interface Order {
  command: string;
  /** A remote, the number of unfinished work, or a file of news. */
  remote: string | undefined;
  version: string | undefined;
  dist: string | undefined;
  canary: number | undefined;
  data: string;
  /** Of a database that is not the embedded one of the data folder. */
  databaseUrl: string | undefined;
  by: string;
  note: string | undefined;
  isDryRun: boolean;
}

/** Number of names that each command takes: at least, at most. */
const NAMES: Record<string, readonly [number, number]> = {
  deploy: [1, 1],
  rollback: [1, 1],
  promote: [1, 2],
  withdraw: [1, 2],
  history: [1, 1],
  verify: [0, 1],
  list: [0, 0],
  unfinished: [0, 0],
  retry: [1, 1],
  'send-news': [1, 1],
};
const MISSING: Readonly<Record<string, string>> = {
  retry: 'Say what to retry: an id, or all.',
  'send-news': 'Say which file to send.',
};

export const USAGE = `npm run waymark -- COMMAND

  deploy REMOTE [--canary PERCENT] [--dist FOLDER]
                         build and publish; live at once, or for a part of the visitors
  promote REMOTE [VERSION]
                         make the canary live, or a version that was published before
  withdraw REMOTE [VERSION]
                         take the canary away, or a version from everybody: the one before it is live
                         again, or none
  rollback REMOTE        make the version live that was live before
  history REMOTE         everything that was done
  list                   what is live
  verify [REMOTE]        compare what visitors get with its hashes
  unfinished             tickets and mails that could not be sent, and why
  retry ID|all           have them sent again
  send-news FILE [--dry-run]
                         mail a Markdown file (a heading, paragraphs, one link) to the members who
                         want news, each once however often it is run; or only count them

  --note TEXT            why; stands in the history
  --by NAME              who; your user name unless told
  --data FOLDER          data folder; DATA_DIR or ./data unless told`;

/** Reads the command line. @throws Error saying what is wrong with it */
export function readOrder(args: string[], env: Record<string, string | undefined>): Order {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      canary: { type: 'string' },
      dist: { type: 'string' },
      data: { type: 'string' },
      by: { type: 'string' },
      note: { type: 'string' },
      'dry-run': { type: 'boolean' },
    },
  });
  const [command = '', remote, version] = positionals;
  const [least, most] = NAMES[command] ?? [0, 0];
  if (!NAMES[command]) throw new Error(command ? `There is no command "${command}".` : 'Say what to do.');
  if (positionals.length - 1 < least) throw new Error(MISSING[command] ?? `Say which remote to ${command}.`);
  if (positionals.length - 1 > most) throw new Error(`"${positionals[most + 1]}" is one name too many.`);
  if (command !== 'deploy' && (values.canary ?? values.dist) !== undefined)
    throw new Error('--canary and --dist belong to deploy.');
  if (command !== 'send-news' && values['dry-run']) throw new Error('--dry-run belongs to send-news.');
  if (values.canary !== undefined && !/^\d+$/.test(values.canary))
    throw new Error('--canary takes a whole percentage, for instance 10.');
  return {
    command,
    remote,
    version,
    dist: values.dist,
    canary: values.canary === undefined ? undefined : Number(values.canary),
    data: values.data ?? env['DATA_DIR'] ?? './data',
    databaseUrl: env['DATABASE_URL'],
    by: values.by ?? env['USER'] ?? env['LOGNAME'] ?? env['USERNAME'] ?? 'unknown',
    note: values.note,
    isDryRun: values['dry-run'] ?? false,
  };
}
