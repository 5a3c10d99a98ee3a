import type { Recording } from './recording.ts';

/** Says, on the last workout read, that the file broke off and that the part before was kept. */
export function warnOfEnd(last: Recording, end: 'whole' | 'cut' | 'damaged'): void {
  if (end === 'cut') {
    last.warnings.push('The file ends in the middle. Everything before that place was kept.');
  } else if (end === 'damaged') {
    last.warnings.push('Part of the file is damaged. Everything before that place was kept.');
  }
}
