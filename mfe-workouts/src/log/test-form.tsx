import type { User, Workout } from '@waymark/api-contract';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { sampleGear, sampleUser, sampleWorkout } from '../testing/samples.ts';
import CopyPage from './copy-page.tsx';
import EditPage from './edit-page.tsx';

const TYPES = {
  _embedded: {
    activity_types: [
      { id: 16, name: 'Run', has_children: false, mets: 9, root_id: 16, parent_id: null, _links: {} },
    ],
  },
  total_count: 1,
};

const GEAR = {
  _embedded: {
    gear: [
      sampleGear({ id: 31, name: 'Blue shoes', default_for: ['run'] }),
      sampleGear({ id: 32, name: 'Trail shoes' }),
      sampleGear({ id: 33, name: 'Worn shoes', retired_datetime: '2026-01-01T00:00:00.000Z' }),
    ],
  },
  total_count: 3,
};

/** The API as the forms of a workout use it; `save` answers what is written. */
export function installLogHost(
  save: (call: TestCall) => unknown,
  {
    workout = sampleWorkout(),
    user = sampleUser(),
    reloadedUser,
  }: { workout?: Workout; user?: User; reloadedUser?: User } = {},
) {
  return installTestHost(
    (call) => {
      if (call.path === '/activity_type/') return TYPES;
      if (call.method === 'GET' && call.path === '/usergear/') return GEAR;
      if (call.path === '/workout/calculate/calories/')
        return { energy: 1, kcal: 612.4, formula: '', weight_assumed: false };
      if (call.method === 'GET' && call.path === '/workout/101/') return workout;
      return save(call);
    },
    { user, reloadedUser },
  );
}

const renderAt = (path: string, pattern: string, page: ReactNode) =>
  renderPage(
    <Routes>
      <Route path={pattern} element={page} />
    </Routes>,
    { at: path },
  );

export const renderEditPage = (id = 101) =>
  renderAt(`/workout/edit/${id}`, '/workout/edit/:workoutId', <EditPage />);

export const renderCopyPage = () => renderAt('/workout/copy/101', '/workout/copy/:workoutId', <CopyPage />);
