import { connect } from '../../kernel/database/connect.ts';
import { diskStore } from '../../kernel/storage/disk.ts';
import { lowerPriority } from '../../kernel/worker-queue/lower-priority.ts';
import { writeArchive } from './write-archive.ts';

/** An archive that is to be written under a key of the file store. */
export interface ArchiveTask {
  userId: number;
  key: string;
  madeAt: Date;
  databaseUrl: string;
  statementTimeoutMs: number;
  /** Where the store keeps its files. */
  folder: string;
}

/** Updates of how many workouts are in it, then one reply. */
export type ArchiveMessage = { id: number } & ({ done: number } | { bytes: number } | { problem: string });

/** After so many workouts their number is told. */
const STEP = 25;

async function write(
  { userId, key, madeAt, databaseUrl, statementTimeoutMs, folder }: ArchiveTask,
  tell: (done: number) => void,
): Promise<number> {
  // A connection that breaks fails the statement that uses it.
  const connection = connect(databaseUrl, {
    max: 1,
    statementTimeoutMs,
    onError: () => undefined,
  });
  try {
    const files = diskStore(folder);
    let done = 0;
    const onWorkout = () => {
      if (++done % STEP === 0) tell(done);
    };
    const { bytes } = await files.write(
      key,
      writeArchive({ db: connection.db, files, now: () => madeAt }, userId, onWorkout),
    );
    tell(done);
    return bytes;
  } finally {
    await connection.close();
  }
}

// Each entry of an archive keeps its name until the end: cut from the pool, it would keep 64 kB of other bytes with it.
Buffer.poolSize = 0;
lowerPriority();
process.on('message', ({ id, task }: { id: number; task: ArchiveTask }) => {
  const send = (message: ArchiveMessage) => process.send!(message);
  write(task, (done) => send({ id, done })).then(
    (bytes) => send({ id, bytes }),
    (error: unknown) =>
      send({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
// A terminal sends these to the whole group: the archive in hand belongs to the parent, which still lets work end.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
// Without its parent nobody receives the result.
process.on('disconnect', () => process.exit());
