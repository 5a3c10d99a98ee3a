import {
  type FileImportList,
  type Friendship,
  SERVICE_BASES,
  type Story,
  type StoryComment,
  type User,
} from '@waymark/api-contract';
import { xmlText, xmlTime } from '../recordings/xml/write-xml.ts';
import { record } from '../training/sample-workouts/record.ts';
import { addDemoChallenges } from './challenges.ts';
import { FRIEND_WORKOUTS, type FriendName, type FriendWorkout } from './friends.ts';
import type { DemoMember } from './routes.ts';

const MAIN = SERVICE_BASES.main;
const IMPORT_TIMEOUT_MS = 60_000;

/** The workout as a watch exports it. */
function gpxOf(workout: FriendWorkout, now: Date, seed: number): string {
  const { samples } = record(
    {
      ...workout,
      sport: { format: 'gpx', sport: workout.type, subSport: null },
      device: '',
      every: 5,
      cadence: null,
      power: null,
      lapEvery: null,
    },
    now,
    seed,
  );
  const { lat, lng, altitude, heartrate } = samples.columns;
  const points = Array.from(
    { length: samples.n },
    (_, i) =>
      `<trkpt lat="${lat![i]! / 1e7}" lon="${lng![i]! / 1e7}"><ele>${altitude![i]! / 100}</ele>` +
      `<time>${xmlTime(samples.at[i]!)}</time><extensions><gpxtpx:TrackPointExtension>` +
      `<gpxtpx:hr>${heartrate![i]!}</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions></trkpt>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><gpx version="1.1" creator="Demo watch" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"><trk><name>${xmlText(workout.name)}</name><desc>${xmlText(workout.notes)}</desc><type>${workout.type}</type><trkseg>${points.join('')}</trkseg></trk></gpx>`;
}

/** Uploads a workout and shares it. @returns its id, which is that of its story */
async function uploadWorkout({ call }: DemoMember, workout: FriendWorkout, seed: number): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([gpxOf(workout, new Date(), seed)]), `${workout.type}.gpx`);
  const { _embedded: sent } = await call<FileImportList>('POST', `${MAIN}/device/file_import/`, form);
  const { batch_id: batchId } = sent.file_imports[0]!;
  for (const until = Date.now() + IMPORT_TIMEOUT_MS; Date.now() < until;) {
    const list = await call<FileImportList>('GET', `${MAIN}/device/file_import/?batch_id=${batchId}`);
    const [file] = list._embedded.file_imports;
    const id = file?.workouts[0]?.id;
    if (file?.state === 'ready' && id !== undefined) {
      await call('PUT', `${MAIN}/workout/${id}/`, { privacy: 1, notes: workout.notes });
      return id;
    }
    if (file?.state === 'failed') throw new Error(`Demo: ${workout.name}: ${file.problem?.message}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Demo: ${workout.name} was not imported in time.`);
}

async function askToBeFriend(from: DemoMember, to: DemoMember, message: string): Promise<void> {
  const id = String(to.userId);
  await from.call('POST', `${MAIN}/friendship/`, {
    message,
    _links: { to_user: [{ href: `/v7.1/user/${id}/`, id }] },
  });
}

async function befriend(one: DemoMember, other: DemoMember): Promise<void> {
  await askToBeFriend(one, other, '');
  const pair = `${one.userId}_${other.userId}`;
  await other.call<Friendship>('PATCH', `${MAIN}/friendship/${pair}/`, { status: 'active' });
}

const post = async ({ call }: DemoMember, text: string): Promise<number> => {
  const body = { verb: 'post', object: { type: 'status', text }, privacy: 1 };
  return (await call<Story>('POST', `${MAIN}/activity_story/`, body)).id;
};

const like = ({ call }: DemoMember, storyId: number) =>
  call('POST', `${MAIN}/activity_story/`, { verb: 'like', parent_story_id: storyId });

const comment = async (
  { call }: DemoMember,
  storyId: number,
  text: string,
  answered?: number,
): Promise<number> => {
  const object = { type: 'comment', text };
  const body = { verb: 'comment', object, parent_story_id: storyId, parent_reply_id: answered };
  return (await call<StoryComment>('POST', `${MAIN}/activity_story/`, body)).id;
};

/**
 * Friends of the demo member, through the calls that pages use: what they trained and wrote, likes and comments, a
 * request that waits for an answer, somebody to suggest, and challenges.
 */
export async function addDemoCommunity(
  robin: DemoMember,
  friends: Readonly<Record<FriendName, DemoMember>>,
): Promise<void> {
  const { sam, maya, jonas, lea, nina, tom } = friends;
  const { username } = await robin.call<User>('GET', `${MAIN}/user/self/`);
  for (const { userId, call } of [robin, maya])
    await call('PUT', `${MAIN}/user/${userId}/`, { sharing: { new_friends: true } });
  const all = [robin, sam, jonas, lea, maya];
  for (const [index, one] of all.entries())
    for (const other of all.slice(index + 1)) await befriend(one, other);
  for (const one of [maya, jonas]) await befriend(tom, one);

  const own = await post(
    robin,
    'Signed up for the autumn half marathon. Eleven weeks to go, long runs on Sundays. Who is in?',
  );
  for (const one of [maya, sam, jonas]) await like(one, own);
  const offer = await comment(maya, own, 'Count me in for the long ones!');
  await comment(robin, own, 'Deal. Sunday at eight, by the bridge?', offer);
  await comment(jonas, own, 'I can pace the first ten.');

  const ids: number[] = [];
  for (const [index, workout] of FRIEND_WORKOUTS.entries())
    ids.push(await uploadWorkout(friends[workout.by], workout, index + 101));
  const [summit, swim, ride, , intervals] = ids as [number, number, number, number, number];
  for (const one of [robin, lea, maya]) await like(one, summit);
  await comment(lea, summit, 'That light! Take me along next time.');
  await like(robin, swim);
  for (const one of [jonas, robin]) await like(one, ride);
  await comment(robin, ride, 'There is always a headwind on the flat.');
  await comment(sam, ride, 'And never one to push. Explain that.');
  for (const one of [jonas, lea]) await like(one, intervals);
  await comment(jonas, intervals, 'Flying!');
  const plan = await post(
    lea,
    'Easy ride round the lake on Saturday, about two hours with a coffee stop. Who comes along?',
  );
  for (const one of [sam, maya]) await like(one, plan);
  await comment(sam, plan, `In. @${username}, your turn to choose the café.`);
  await askToBeFriend(nina, robin, 'We ran together at the Tuesday group.');
  await addDemoChallenges(robin, friends);
}
