import type { MapView } from '@waymark/map';

const STEP = 80;
const STEPS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Moves a map by keys: arrows, plus and minus. @returns whether the key was one of them */
export function panByKey(map: MapView, key: string): boolean {
  const step = STEPS[key];
  if (step) {
    const { clientWidth, clientHeight } = map.element;
    map.look(map.unproject([clientWidth / 2 + step[0], clientHeight / 2 + step[1]]), undefined, false);
  } else if (key === '+' || key === '=') map.zoom(1);
  else if (key === '-') map.zoom(-1);
  else return false;
  return true;
}
