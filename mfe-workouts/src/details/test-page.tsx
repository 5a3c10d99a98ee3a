import { stubLayout } from '@waymark/chart/testing';
import type { Workout } from '@waymark/api-contract';
import { createTrackMap, type TrackMap } from '@waymark/map';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { packed, sampleStreams } from '../testing/recording.ts';
import { sampleSummary, sampleUser, sampleWorkout } from '../testing/samples.ts';
import { createPlot, type Plot, type PlotPicture } from './chart/plot.ts';
import DetailsPage from './details-page.tsx';

const WIDTH = 856;
/** What the two mocked libraries were told: the chart's pictures, and the map with what it calls when pointed at. */
export const seen: {
  drawn: PlotPicture[];
  map: jest.Mocked<TrackMap>;
  hover: (index: number | null) => void;
} = { drawn: [], map: undefined!, hover: undefined! };

/** To be called before each test of a file that mocks the chart's drawing and the map. */
export function preparePage() {
  seen.drawn = [];
  stubLayout(WIDTH);
  jest.mocked(createPlot).mockImplementation((): Plot => ({
    draw: (p) => void seen.drawn.push(p),
    resize() {},
    recolor() {},
    destroy() {},
  }));
  jest.mocked(createTrackMap).mockImplementation((_, options) => {
    seen.hover = options.onHover!;
    seen.map = {
      setTrack: jest.fn(),
      setMarks: jest.fn(),
      setShades: jest.fn(),
      setRange: jest.fn(),
      setKept: jest.fn(),
      setCursor: jest.fn(),
      fit: jest.fn(),
      zoom: jest.fn(),
      destroy: jest.fn(),
    };
    return seen.map;
  });
}

export const SECONDS = 1000;
export const run = sampleStreams(SECONDS, {
  altitude: (i) => 10_000 + i * 10,
  heartrate: (i) => (i <= 500 ? 120 : 150),
});
const ZONES = [
  { name: 'zone1', start: 0, end: 108 },
  { name: 'zone2', start: 109, end: 125 },
  { name: 'zone3', start: 126, end: 180 },
];
export const RUN = sampleWorkout({
  hrZones: ZONES,
  preview: { polyline: '_p~iF~ps|U_ulLnnqC', bounds: null },
  aggregates: {
    ...sampleSummary().aggregates,
    distance_total: 2500,
    active_time_total: 1000,
    elapsed_time_total: 1000,
    speed_avg: 2.5,
    ascent_total: 0,
    metabolic_energy_total: 836_800,
    paused_time_total: 0,
    heartrate_avg: 135,
  },
});

/** A region with streets, so that its map has nothing to say about them. */
const EVERYWHERE = { name: 'World', bounds: [-180, -90, 180, 90], demo: false, attribution: '' };

/** Opens the page of a workout; `answer` plays the API for every other call. */
export function open(workout: Workout, answer: (call: TestCall) => unknown = () => packed(run)) {
  const host = installTestHost(
    (call) => {
      if (call.path === '/workoutEdits') return { edits: [] };
      if (call.path.endsWith('/similar/')) return { workouts: [], total_count: 0 };
      if (call.path === '/coverage') return { regions: [EVERYWHERE], provider: 'own', elevation: false };
      if (call.path.startsWith('/weather/')) return { status: 'NOT_APPLICABLE', weather: null };
      return call.method === 'GET' && call.path === `/workout/${workout.id}/` ? workout : answer(call);
    },
    { user: sampleUser() },
  );
  renderPage(
    <Routes>
      <Route path="/workout/:workoutId" element={<DetailsPage />} />
    </Routes>,
    { at: `/workout/${workout.id}` },
  );
  return host;
}

/** The box with the figures of the selected part. */
export const part = () => screen.findByRole('region', { name: 'Selected part' });
