// One build step in a process of its own, so that two use two cores.
import { steps } from './steps.ts';

const step = steps.find(({ name }) => name === process.argv[2]);
if (!step) throw new Error(`There is no build step "${process.argv[2]}".`);
try {
  process.stdout.write(await step.run());
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
