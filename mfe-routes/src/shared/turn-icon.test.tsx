import { render } from '@testing-library/react';
import type { Turn } from '@waymark/routes';
import { TurnIcon } from './turn-icon.tsx';

it('[ROUTE-05] each turn of a list has an arrow of its own', () => {
  const turns: Turn[] = [
    'straight',
    'left',
    'right',
    'slight_left',
    'slight_right',
    'sharp_left',
    'sharp_right',
    'u_turn',
    'generic',
  ];
  const { container } = render(turns.map((turn) => <TurnIcon key={turn} turn={turn} />));
  const arrows = [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'));
  expect(arrows).toHaveLength(turns.length);
  expect(new Set(arrows).size).toBe(turns.length);
});

/** Where the path's first stroke ends: from below, which way it goes. */
function strokeEnd(d: string): { fromX: number; toX: number } {
  const stroke = /^M[^M]*/.exec(d)![0];
  let [x, fromX] = [0, NaN];
  for (const [, command, rest] of stroke.matchAll(/([MLHVhvaAlLm])([^A-Za-z]*)/g)) {
    const numbers = rest!.match(/-?\d+(\.\d+)?/g)!.map(Number);
    if (command === 'H') x = numbers[0]!;
    else if (command === 'h') x += numbers[0]!;
    else if (command === 'a' || command === 'l') x += numbers.at(-2)!;
    else if (command !== 'V' && command !== 'v') x = numbers.at(-2)!;
    if (Number.isNaN(fromX)) fromX = x;
  }
  return { fromX, toX: x };
}

it.each(['left', 'slight_left', 'sharp_left', 'right', 'slight_right', 'sharp_right'] as const)(
  '[ROUTE-05] the arrow of “%s” leads to its side',
  (turn) => {
    const { container } = render(<TurnIcon turn={turn} />);
    const { fromX, toX } = strokeEnd(container.querySelector('path')!.getAttribute('d')!);
    if (turn.endsWith('left')) expect(toX).toBeLessThan(fromX);
    else expect(toX).toBeGreaterThan(fromX);
  },
);
