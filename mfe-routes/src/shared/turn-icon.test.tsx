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
