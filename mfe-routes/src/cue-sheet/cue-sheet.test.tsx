import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { planLine, type Plan, type RouteNote } from '@waymark/routes';
import { northPlan } from '../profile/course.testing.ts';
import { CueSheet } from './cue-sheet.tsx';
import { cuesOf } from './cues.ts';

const note = (instructions: string, distance: number, isCustomNote = false): RouteNote => ({
  instructions,
  distance,
  isCustomNote,
  lat: 0,
  lng: 0,
});

/** Two legs of 1 km each. */
function course(first: RouteNote[], second: RouteNote[]): Plan {
  const leg = northPlan(Array.from({ length: 11 }, () => 0));
  const segment = leg.segments[0]!;
  return {
    ...leg,
    segments: [
      { ...segment, notes: first },
      { ...segment, notes: second },
    ],
  };
}

const PLAN = course(
  [
    note('Walk north on Mill Lane.', 0),
    note('Water tap', 700, true),
    note('Turn left onto High Street.', 400),
  ],
  [note('Bear right.', 250), note('Make a U-turn.', 99_999)],
);

it('[ROUTE-08] turns and notes of all legs stand in the order of the way, with distances from the start and to the next', () => {
  // The second leg begins where the first began: the line jumps back, and its length counts.
  const whole = planLine(PLAN);
  const cues = cuesOf(PLAN, whole);
  expect(cues.map(({ text, turn, own }) => [text, turn, own])).toEqual([
    ['Walk north on Mill Lane.', 'straight', false],
    ['Turn left onto High Street.', 'left', false],
    ['Water tap', 'generic', true],
    ['Bear right.', 'slight_right', false],
    ['Make a U-turn.', 'u_turn', false],
  ]);
  expect(cues.map(({ along }) => Math.round(along)).slice(0, 4)).toEqual([0, 400, 700, 1250]);
  expect(cues.map(({ next }) => Math.round(next)).slice(0, 3)).toEqual([400, 300, 550]);
  expect(cues.at(-1)!.along).toBe(whole.along.at(-1));
  expect(cues.at(-1)!.next).toBe(0);
  expect(cuesOf(PLAN)).toEqual(cues);
});

it('[ROUTE-08] the cue sheet is a table in the units of whoever looks, and shows its places on the map', () => {
  installTestHost(() => null, { settings: { country: 'US' } });
  const onCursor = jest.fn();
  renderPage(<CueSheet cues={cuesOf(PLAN)} onCursor={onCursor} />);
  const rows = screen.getAllByRole('row');
  expect(rows).toHaveLength(6);
  expect(rows[2]!.textContent).toMatch(/Turn left onto High Street\.0\.25.mi0\.19.mi/);
  expect(rows[3]!.textContent).toContain('(own note)');
  fireEvent.pointerEnter(screen.getByText('Bear right.').parentElement!);
  expect(Math.round(onCursor.mock.lastCall?.[0] as number)).toBe(1250);
});

it('[ROUTE-08] a long sheet shows its beginning first, on paper all of it; an empty one says so', async () => {
  installTestHost(() => null);
  const long = course(
    Array.from({ length: 200 }, (_, i) => note(`Turn ${i}`, i * 5)),
    [],
  );
  const { unmount } = renderPage(<CueSheet cues={cuesOf(long)} />);
  expect(screen.getAllByRole('row')).toHaveLength(61);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 200 turns and notes' }));
  expect(screen.getAllByRole('row')).toHaveLength(201);
  unmount();
  const paper = renderPage(<CueSheet cues={cuesOf(long)} all />);
  expect(screen.getAllByRole('row')).toHaveLength(201);
  paper.unmount();
  renderPage(<CueSheet cues={[]} />);
  expect(screen.getByText('This route has no turn instructions and no notes.')).toBeTruthy();
});
