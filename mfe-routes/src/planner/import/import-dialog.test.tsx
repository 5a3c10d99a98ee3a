import type { RoutePoint, WorkoutList } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { encodePlan, planLength, staticPlan, waypoints } from '@waymark/routes';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { Planner } from '../planner.ts';
import { createPlanner } from '../store/create-planner.ts';
import { playRouting } from '../testing.ts';
import { straight } from '@waymark/routes/testing';
import { ImportDialog } from './import-dialog.tsx';
import { sampleList, sampleMember, sampleRoute } from '../../testing/routes.ts';
import { useFileDrop } from './use-import-dialog.tsx';

const TRACK = staticPlan(Array.from({ length: 50 }, (_, i) => ({ lat: 1 + i / 1000, lng: 2 })));
const POINTS = encodePlan(TRACK);
const LOOP = encodePlan(straight([0.9, 1], [1.1, 1]));
const GPX = new File(['<gpx/>'], 'hills.gpx');
const TYPES = [{ id: 24, name: 'Hike', parent_id: null, root_id: 24, mets: 6, has_children: false }];
const workout = (id: number, name: string, polyline: string | null) => ({
  id,
  name,
  preview: { polyline },
  activity_group: 'hike',
  start_datetime: '2026-11-20T12:00:00.000Z',
  aggregates: { distance_total: 5000 },
});
const WORKOUTS = {
  total_count: 2,
  _links: {},
  _embedded: { workouts: [workout(5, 'Treadmill', null), workout(6, 'Over the hill', '_ibE_seK')] },
} as unknown as WorkoutList;

function Page({ planner }: { planner: Planner }) {
  const [open, setOpen] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const over = useFileDrop((dropped) => {
    setFile(dropped);
    setOpen(true);
  });
  return (
    <>
      {over && <p>Drop it</p>}
      <button type="button" onClick={() => setOpen(true)}>
        Import
      </button>
      <ImportDialog planner={planner} open={open} file={file} onClose={() => setOpen(false)} />
    </>
  );
}

interface Answer {
  name?: string;
  points?: readonly RoutePoint[];
  warnings?: string[];
}

async function start(read: (call: TestCall) => Answer = () => ({}), drawn = false) {
  const host = installTestHost(
    (call) => {
      if (call.path === '/route/read_file/')
        return { name: 'Hills', points: POINTS, warnings: [], activity_type_id: 24, ...read(call) };
      if (call.path === '/route/from_workout/6/')
        return { name: 'Over the hill', points: POINTS, warnings: [], activity_type_id: 24, ...read(call) };
      if (call.path === '/route/8/') return { name: 'The loop', points: LOOP, activity_type_id: 24 };
      if (call.path === '/route/') return sampleList([sampleRoute({ id: 8, name: 'The loop' })]);
      if (call.path === '/workout/') return WORKOUTS;
      if (call.path === '/activity_type/') return { _embedded: { activity_types: TYPES } };
      return playRouting(call);
    },
    { user: sampleMember({ display_measurement_system: 'imperial' }) },
  );
  const planner = createPlanner();
  if (drawn) await act(async () => planner.load(straight([0, 0], [2, 1])));
  renderPage(<Page planner={planner} />);
  const user = userEvent.setup({ applyAccept: false, delay: null });
  await user.click(screen.getByRole('button', { name: 'Import' }));
  await screen.findByRole('dialog');
  const choose = async (file: File) => user.upload(document.querySelector('input[type=file]')!, file);
  return { host, planner, user, choose };
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('[ROUTE-05] a file becomes the course, with its name and its sport; one step back and all is as it was', async () => {
  const { planner, choose, host } = await start();
  await choose(GPX);
  await closed();
  const sent = host.calls.find(({ path }) => path === '/route/read_file/')!.body as FormData;
  expect((sent.get('file') as File).name).toBe('hills.gpx');
  expect(planLength(planner.get().plan)).toBeCloseTo(planLength(TRACK), 0);
  expect(planner.get().plan.segments[0]!.isStaticData).toBe(true);
  expect(planner.get().form).toMatchObject({ name: 'Hills', named: true, activityTypeId: 24 });
  expect(host.notifications[0]!.text).toBe('“Hills” is on the map.');
  await act(async () => host.notifications[0]!.action!.run());
  expect(planner.get().plan.start).toBeNull();
});

it('[ROUTE-05] a course is added to the end of what is drawn, joined by a straight line that is told', async () => {
  const { planner, choose, user } = await start(
    () => ({ points: encodePlan(straight([2.01, 1], [2.02, 1])), warnings: ['Twelve points had no place.'] }),
    true,
  );
  await user.click(screen.getByRole('radio', { name: 'Add it to the end' }));
  await choose(GPX);
  expect(await screen.findByText('Twelve points had no place.')).toBeTruthy();
  expect(screen.getByText(/A straight line of 0\.69 mi joins it to your route/)).toBeTruthy();
  expect(waypoints(planner.get().plan).map(({ lng }) => lng)).toEqual([0, 2, 2.01, 2.02]);
  expect(planner.get().form.named).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await closed();
  act(() => planner.undo());
  expect(waypoints(planner.get().plan)).toHaveLength(2);
});

it('[ROUTE-05] a workout with a track becomes the course, with its activity', async () => {
  const { planner, user } = await start();
  await user.click(screen.getByRole('radio', { name: 'Workout' }));
  await user.click(await screen.findByRole('button', { name: /Over the hill/ }));
  expect(screen.queryByText('Treadmill')).toBeNull();
  await closed();
  await waitFor(() =>
    expect(planner.get().form).toMatchObject({ name: 'Over the hill', activityTypeId: 24 }),
  );
  expect(planLength(planner.get().plan)).toBeCloseTo(planLength(TRACK), 0);
});

it('[ROUTE-05] [DATA-03] whoever makes a route of a workout with a hidden part reads that a route hides nothing', async () => {
  const { user } = await start(() => ({ warnings: ['A route has no hidden part.'] }));
  await user.click(screen.getByRole('radio', { name: 'Workout' }));
  await user.click(await screen.findByRole('button', { name: /Over the hill/ }));
  expect(await screen.findByText('A route has no hidden part.')).toBeTruthy();
});

it('[ROUTE-05] [ROUTE-06] a saved route is put between two points of what is drawn, without a mouse', async () => {
  const { planner, user } = await start(undefined, true);
  await act(async () => planner.append({ lng: 3, lat: 1 }, 0));
  await user.click(screen.getByRole('radio', { name: 'Insert it between two points' }));
  await user.selectOptions(screen.getByLabelText('Replace this leg'), 'From point A to point B');
  await user.click(screen.getByRole('radio', { name: 'Saved route' }));
  await user.click(await screen.findByRole('button', { name: /The loop/ }));
  expect(await screen.findByText(/A straight line of/)).toBeTruthy();
  expect(waypoints(planner.get().plan).map(({ lng }) => lng)).toEqual([0, 0.9, 1.1, 2, 3]);
  act(() => planner.undo());
  expect(waypoints(planner.get().plan).map(({ lng }) => lng)).toEqual([0, 2, 3]);
});

it('[ROUTE-05] a workout is put before the start', async () => {
  const { planner, user } = await start(undefined, true);
  await user.click(screen.getByRole('radio', { name: 'Add it before the start' }));
  await user.click(screen.getByRole('radio', { name: 'Workout' }));
  await user.click(await screen.findByRole('button', { name: /Over the hill/ }));
  await screen.findByText(/A straight line of/);
  expect(planner.get().plan.start).toEqual({ lat: 1, lng: 2 });
  expect(waypoints(planner.get().plan).at(-1)).toEqual({ lat: 1, lng: 2 });
  expect(planner.get().form.named).toBe(false);
});

it('[ROUTE-05] what cannot be read is said in a sentence, and nothing drawn changes', async () => {
  const refusal = new ApiError(422, 'Unprocessable', {
    status: 422,
    error: 'no_points',
    error_description: 'This file holds no points on the map.',
    request_id: 'r',
  });
  const answers: (() => Answer)[] = [
    () => {
      throw refusal;
    },
    () => {
      throw new ApiError(0, '', null);
    },
    () => ({ points: [] }),
  ];
  const { planner, choose, host } = await start(() => answers.shift()!(), true);
  const { plan } = planner.get();
  const big = new File(['x'], 'big.fit');
  Object.defineProperty(big, 'size', { value: 65 * 1024 * 1024 });
  for (const [file, text] of [
    [new File(['x'], 'diary.txt'), /This kind of file holds no course/],
    [new File([], 'nothing.gpx'), /This file is empty/],
    [big, /larger than 64 MB/],
  ] as const) {
    await choose(file);
    expect(await screen.findByText(text)).toBeTruthy();
  }
  expect(host.calls.filter(({ path }) => path === '/route/read_file/')).toEqual([]);
  for (const text of [
    /holds no points on the map/,
    /couldn’t reach Waymark/,
    /holds no way between two places/,
  ]) {
    await choose(GPX);
    expect(await screen.findByText(text)).toBeTruthy();
  }
  expect(planner.get().plan.segments[0]!.line).toEqual(plan.segments[0]!.line);
  expect(planner.get().history.past).toHaveLength(1);
});

it('[ROUTE-05] a file dropped on the page is read at once on an empty map, and asked about on a drawn one', async () => {
  const { planner, user } = await start();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await closed();
  const files = { types: ['Files'], files: [GPX, GPX] };
  fireEvent.dragEnter(document.body, { dataTransfer: files });
  expect(screen.getByText('Drop it')).toBeTruthy();
  fireEvent.drop(document.body, { dataTransfer: files });
  expect(screen.queryByText('Drop it')).toBeNull();
  await waitFor(() => expect(planner.get().plan.segments).toHaveLength(1));
  await closed();
  fireEvent.drop(document.body, {
    dataTransfer: { types: ['Files'], files: [new File(['<gpx/>'], 'more.gpx')] },
  });
  await user.click(await screen.findByRole('radio', { name: 'Add it to the end' }));
  await user.click(screen.getByRole('button', { name: 'Read more.gpx' }));
  await waitFor(() => expect(planner.get().plan.segments.length).toBeGreaterThan(1));
});
