import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded ahead of a server (`node --import`): while the file FAULTS_FILE exists, writing a file goes wrong as it says.
 * `full disk`: there is no space after the first bytes, `full disk after a file`: not for the first file written. `fault`: code that nobody listens to throws meanwhile.
 */
const faultsFile = process.env['FAULTS_FILE'] ?? '';
const { createWriteStream } = fs;
/** Files written since the faults began. */
let writes = 0;

const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

fs.createWriteStream = (...args: Parameters<typeof createWriteStream>) => {
  const stream = createWriteStream(...args);
  const fault = fs.existsSync(faultsFile) ? fs.readFileSync(faultsFile, 'utf8') : '';
  if (fault === '') writes = 0;
  if (fault === 'fault')
    setImmediate(() => {
      throw new Error('injected fault');
    });
  const isFirst = fault !== '' && writes++ === 0;
  if (fault === 'full disk' || (fault === 'full disk after a file' && !isFirst)) {
    stream._write = (chunk: Buffer, _encoding, done) => {
      fs.appendFileSync(stream.path, chunk.subarray(0, 10));
      done(noSpace());
    };
    stream._writev = (_chunks, done) => done(noSpace());
  }
  return stream;
};
syncBuiltinESMExports();

/** Settings with which a server loads this module. */
export const withFaults = (file: string): Record<string, string> => ({
  FAULTS_FILE: file,
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${import.meta.url}`.trim(),
});
