import type { ImportStep } from '@waymark/api/src/maps/routing/regions/regions.ts';

/** Where progress is shown: a terminal has one line that changes, a log gets one now and then. */
export interface Screen {
  isTTY?: boolean;
  write(text: string): unknown;
}

const EVERY_MS = { terminal: 100, log: 2000 };
const DOING = { reading: 'Reading', building: 'Building the network', writing: 'Writing' };
const mb = (bytes: number) => (bytes / 1e6).toFixed(1);

/** Hears how an import goes on and says it: bytes, nodes, ways and seconds. `end` after the last one. */
export function showProgress(screen: Screen, now: () => number = () => performance.now()) {
  const began = now();
  const every = screen.isTTY ? EVERY_MS.terminal : EVERY_MS.log;
  let shown = Number.NEGATIVE_INFINITY;
  let doing: ImportStep['doing'] | null = null;
  const say = (step: ImportStep) => {
    const figures =
      step.doing === 'reading'
        ? ` ${mb(step.bytes)} of ${mb(step.size)} MB, ${step.nodes.toLocaleString('en')} nodes, ${step.ways.toLocaleString('en')} ways`
        : '';
    const text = `${DOING[step.doing]}${figures}, ${((now() - began) / 1000).toFixed(1)} s`;
    screen.write(screen.isTTY ? `\r\u001B[K${text}` : `${text}\n`);
  };
  const hear = (step: ImportStep): void => {
    const last = step.doing === 'reading' && step.bytes === step.size;
    if (step.doing === doing && !last && now() - shown < every) return;
    if (screen.isTTY && doing !== null && doing !== step.doing) screen.write('\n');
    doing = step.doing;
    shown = now();
    say(step);
  };
  const end = () => void (screen.isTTY && doing !== null && screen.write('\n'));
  return Object.assign(hear, { end });
}
