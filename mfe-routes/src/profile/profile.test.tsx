import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { useState } from 'react';
import { hill, north, standInDrawing } from './course.testing.ts';
import { createFocus, type Range } from './profile-focus.ts';
import { LEFT, RIGHT } from './paint-profile.ts';
import { Profile, ElevationProfile } from './profile.tsx';

const WIDTH = 1000 + LEFT + RIGHT;
const COURSE = north(hill());

beforeEach(() => {
  standInDrawing(WIDTH);
  installTestHost(
    () => {
      throw new Error('no call is due');
    },
    { settings: { country: 'DE' } },
  );
  globalThis.innerWidth = 1440;
});

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');
const slider = () => screen.getByRole('slider', { name: /^Elevation profile/ });

it('[ROUTE-08] [ROUTE-05] the pointer moves a cursor that a map shares, and renders nothing anew', async () => {
  const focus = createFocus();
  const renders = jest.fn();
  const Counted = () => {
    renders();
    return <ElevationProfile whole={COURSE} focus={focus} label="Elevation profile" />;
  };
  renderPage(<Counted />);
  fireEvent.pointerMove(slider(), { clientX: LEFT + 200 });
  expect(focus.get().cursor).toBeCloseTo(2000, 3);
  expect(await screen.findByText('2.00 km · 200 m · 5.0 % up')).toBeTruthy();
  act(() => focus.setCursor(8000));
  expect(await screen.findByText('8.00 km · 200 m · 5.0 % down')).toBeTruthy();
  fireEvent.pointerLeave(slider());
  expect(focus.get().cursor).toBeNull();
  expect(renders).toHaveBeenCalledTimes(1);
});

it('[ROUTE-05] a dragged part gives its figures, a click lets go of it, and it is read aloud', async () => {
  const focus = createFocus();
  renderPage(<ElevationProfile whole={COURSE} focus={focus} label="Elevation profile" />);
  fireEvent.pointerDown(slider(), { clientX: LEFT + 600, button: 0 });
  fireEvent.pointerMove(slider(), { clientX: LEFT + 500 });
  fireEvent.pointerUp(slider());
  const { range } = focus.get();
  expect([range!.from, range!.to].map(Math.round)).toEqual([5000, 6000]);
  const status = screen.getByRole('status');
  await waitFor(() =>
    expect(plain(status.textContent)).toMatch(
      /^1.00 km · 0 m up · (39|4\d|50) m down · on average 5.0 % down$/,
    ),
  );
  fireEvent.pointerDown(slider(), { clientX: LEFT + 300, button: 0 });
  fireEvent.pointerUp(slider());
  expect(focus.get().range).toBeNull();
});

it('[ROUTE-05] keys do the same, for whoever holds cursor and part in properties', async () => {
  const seen: (Range | null)[] = [];
  function Held() {
    const [cursor, setCursor] = useState<number | null>(null);
    const [range, setRange] = useState<Range | null>(null);
    seen.push(range);
    return (
      <Profile
        whole={COURSE}
        cursor={cursor}
        range={range}
        onCursor={setCursor}
        onRange={setRange}
        label="Elevation profile"
      />
    );
  }
  renderPage(<Held />);
  act(() => slider().focus());
  await userEvent.keyboard('{PageUp}{Shift>}{PageUp}{PageUp}{/Shift}');
  await waitFor(() => expect(plain(slider().ariaValueText)).toBe('3.00 km · 250 m · 5.0 % up'));
  expect(seen.at(-1)!.from).toBeCloseTo(1000, 3);
  expect(seen.at(-1)!.to).toBeCloseTo(3000, 3);
  await userEvent.keyboard('{Escape}');
  expect(seen.at(-1)).toBeNull();
});

it('[ROUTE-08] the numbers stand in a table for those who cannot see the line', async () => {
  renderPage(<ElevationProfile whole={COURSE} focus={createFocus()} label="Elevation profile" />);
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.click(screen.getByText('Elevation as a table'));
  const rows = await screen.findAllByRole('row');
  expect(rows).toHaveLength(11);
  expect(rows[5]!.textContent).toMatch(/5.00.km.*350.m.*(4\d|50).m.*0.m/);
});

it('[ROUTE-08] it says so where nobody knows the heights', () => {
  renderPage(<ElevationProfile whole={north([NaN, NaN])} focus={createFocus()} label="Elevation profile" />);
  expect(screen.getByText('No elevation data for this area.')).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
});
