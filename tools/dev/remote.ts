// Builds one remote for as long as it is edited. Arguments: its folder, and where the builds go.
import { watchRemote } from '@waymark/remote/development';

const [folder = '', outDir = ''] = process.argv.slice(2);
try {
  const watching = await watchRemote(folder, {
    outDir,
    onBuild: ({ seconds, problem }) =>
      problem === null ? console.log(`built in ${seconds.toFixed(2)} s`) : console.error(problem),
  });
  const stop = () => void watching.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
