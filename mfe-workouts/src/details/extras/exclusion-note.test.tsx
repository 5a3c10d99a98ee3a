import type { WorkoutExclusion } from '@waymark/api-contract';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { sampleWorkout } from '../../testing/samples.ts';
import { ExclusionNote } from './exclusion-note.tsx';

const show = (exclusion: WorkoutExclusion) => {
  const host = installTestHost(() => undefined);
  renderPage(<ExclusionNote workout={sampleWorkout({ exclusion })} exclusion={exclusion} />);
  return host;
};

it('[CHAL-02] says why a workout counts nowhere, and takes an explanation', async () => {
  const user = userEvent.setup();
  const { calls } = show({ reason: 'too_fast', further_reasons: [], review: null });
  expect(screen.getByText(/It is faster than anyone can go in this sport\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Explain' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByText('Write something first.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'What happened' }), 'A velomobile.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/You explained it; a moderator will look at it\./)).toBeTruthy();
  const sent = calls.find(({ method }) => method === 'POST');
  expect([sent!.path, sent!.body]).toEqual([
    '/challenges/workouts/101/explanation',
    { text: 'A velomobile.', exclusion: 'too_fast' },
  ]);
});

it('[CHAL-02] says every reason, and one text explains them all', async () => {
  const user = userEvent.setup();
  const { calls } = show({ reason: 'vehicle', further_reasons: ['too_powerful'], review: null });
  expect(screen.getByText(/Part of it is as fast as a vehicle\. It has more power than/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Explain' }));
  await user.type(screen.getByRole('textbox', { name: 'What happened' }), 'A motor race.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/You explained it; a moderator will look at it\./)).toBeTruthy();
  expect(calls.find(({ method }) => method === 'POST')!.body).toEqual({ text: 'A motor race.' });
});

it('[CHAL-02] says what a moderator decided, and asks nothing more', () => {
  show({
    reason: 'vehicle',
    further_reasons: [],
    review: { exclusion: 'vehicle', state: 'rejected', explanation: 'x', note: 'A tram runs there.' },
  });
  expect(screen.getByText(/A moderator decided that it doesn’t count\./).textContent).toContain(
    'A tram runs there.',
  );
  expect(screen.queryByRole('button', { name: 'Explain' })).toBeNull();
});

it('[CHAL-02] a reason that comes after the explained one is explained too', async () => {
  const user = userEvent.setup();
  const { calls } = installTestHost(() => undefined);
  function Page() {
    const [reason, setReason] = useState<WorkoutExclusion['reason']>('too_fast');
    const exclusion: WorkoutExclusion = { reason, further_reasons: [], review: null };
    return (
      <>
        <button onClick={() => setReason('overlap')}>Later</button>
        <ExclusionNote workout={sampleWorkout({ exclusion })} exclusion={exclusion} />
      </>
    );
  }
  renderPage(<Page />);
  const explain = async (text: string) => {
    await user.click(screen.getByRole('button', { name: 'Explain' }));
    await user.type(screen.getByRole('textbox', { name: 'What happened' }), text);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText(/You explained it; a moderator will look at it\./);
  };
  await explain('A velomobile.');
  await user.click(screen.getByRole('button', { name: 'Later' }));
  expect(screen.queryByText(/You explained it/)).toBeNull();
  expect(screen.getByText(/It overlaps another of your recordings/)).toBeTruthy();
  await explain('A second watch.');
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { text: 'A velomobile.', exclusion: 'too_fast' },
    { text: 'A second watch.', exclusion: 'overlap' },
  ]);
});
