import { type PhotoList, SERVICE_BASES, type Workout } from '@waymark/api-contract';
import { formOf as uploadOf, gpx, importAll } from '../../../training/imports/testing/import-files.ts';
import { addPhotos, formOf as photosOf, jpeg } from '../../../training/workouts/photos/testing.ts';
import { log, RUN } from '../../../training/workouts/testing.ts';
import { nextRecording, type Owner } from '../world.ts';
import type { OperationCase } from '../operation-case.ts';
import { MAIN, byId, ofRecorded, ofUser, newWorkout, created, deleted, signedImage } from './owner-things.ts';

const ZONES = [
  { name: 'easy', start: 0, end: 140 },
  { name: 'hard', start: 141, end: 220 },
];
const newRecording = async (owner: Owner) => {
  const [file] = (await importAll(owner.call, [nextRecording(owner)])).values();
  return file!.workouts[0] ?? (await importedWorkout(owner, file!.id));
};
/** A file's workout where the same file was imported before. */
const importedWorkout = async ({ call }: Owner, uploadId: number) => {
  const { body } = await call<{ workouts: Workout[]; duplicate_of: Workout[] }>(
    'GET',
    `/device/file_import/${uploadId}/`,
  );
  return (body.workouts[0] ?? body.duplicate_of[0])!;
};
const newPhoto = async ({ call, logged, marker }: Owner) => {
  const photos = await addPhotos(call, logged.id, [['b.jpg', await jpeg(32, 24)]]);
  const { id } = photos.at(-1)!;
  await call('PUT', `/workout_photo/${id}/`, { caption: marker });
  return byId(id, `/workout/${logged.id}/photos/`);
};
const newGear = (owner: Owner) => created(owner, '/usergear/', { name: owner.marker, kind: 'bike' });
/** On the other side of the earth: the tracks of the other cases stay whole. */
const ZONE = { name: 'Club', lat: -33.9, lng: 151.2, radius: 200 };
const newZone = async (owner: Owner) => created(owner, '/privacy_zones/', { ...ZONE, name: owner.marker });
const newUpload = async (owner: Owner, content?: string) => {
  const [name, recording] = nextRecording(owner);
  const [file] = (await importAll(owner.call, [[name, content ?? recording]])).values();
  return byId(file!.id, `/device/file_import/${file!.id}/`);
};
/** Two uploads of one recording: the second waits for a choice. */
const newDuplicate = async (owner: Owner) => {
  const [name, recording] = nextRecording(owner);
  await importAll(owner.call, [[name, recording]]);
  const files = await importAll(owner.call, [[`again-${name}`, recording.replace('</gpx>', ' </gpx>')]]);
  const file = files.get(`again-${name}`)!;
  return byId(file.id, `/device/file_import/${file.id}/`);
};
const edit = async (owner: Owner, where: string, body: unknown) => {
  const answer = await owner.api.call<{ edit: { id: number } }>('POST', SERVICE_BASES.internal + where, {
    token: owner.member.token,
    body,
  });
  if (answer.status !== 200) throw new Error(`${where}: ${answer.status} ${answer.text}`);
  return byId(answer.body.edit.id);
};

/** Workouts with their figures, imports, edits, gear, photos and zones. */
export const WORKOUT_CASES: Record<string, OperationCase> = {
  // Workouts
  [`GET ${MAIN}/workout/`]: {
    rule: 'public',
    request: ({ member }) => ({ query: { user: member.userId } }),
  },
  [`POST ${MAIN}/workout/`]: { rule: 'self', request: () => ({ body: RUN }) },
  [`GET ${MAIN}/workout/:id/`]: { rule: 'read', request: ofRecorded },
  [`PUT ${MAIN}/workout/:id/`]: {
    rule: 'write',
    request: async (owner) => ({ ...(await newWorkout(owner)), body: { notes: owner.marker } }),
  },
  [`DELETE ${MAIN}/workout/:id/`]: { rule: 'write', request: newWorkout },
  [`POST ${MAIN}/workout/:id/restore/`]: {
    rule: 'owned',
    request: async (owner) => deleted(owner, await newWorkout(owner), '/workout/:id/'),
  },
  [`POST ${MAIN}/workout/:id/copy/`]: {
    rule: 'write',
    request: async (owner) => ({ ...(await newWorkout(owner)), body: {} }),
  },
  [`GET ${MAIN}/workout/:id/link/`]: { rule: 'write', request: ofRecorded },
  [`POST ${MAIN}/workout/:id/link/`]: {
    rule: 'owned',
    request: async ({ call, marker }) => byId((await log(call, { name: marker, privacy: 6 })).id),
  },
  [`GET ${MAIN}/workout/:id/original/`]: { rule: 'write', request: ofRecorded },
  [`GET ${MAIN}/workout/:id/time_series/`]: { rule: 'read', request: ofRecorded },
  [`GET ${MAIN}/workout/:id/streams/`]: { rule: 'read', request: ofRecorded },
  [`GET ${MAIN}/workout/calculate/calories/`]: {
    rule: 'self',
    request: () => ({ query: { activity_type: 16, duration: 3600, distance: 10_000 } }),
  },
  [`GET ${MAIN}/dashboard/`]: {
    rule: 'totals',
    request: ({ member }) => ({ query: { user: member.userId, month: '2026-05' } }),
  },
  [`POST ${MAIN}/workout/samples/`]: { rule: 'self', request: () => ({}) },
  [`DELETE ${MAIN}/workout/samples/`]: { rule: 'self', request: () => ({}) },
  [`GET ${MAIN}/workout/:id/export/`]: {
    rule: 'read',
    request: (owner) => ({ ...ofRecorded(owner), query: { format: 'gpx' } }),
  },
  [`GET ${MAIN}/workout/:id/similar/`]: { rule: 'read', request: ofRecorded },
  [`GET ${MAIN}/weather/workout_association/:id/`]: { rule: 'read', request: ofRecorded },
  [`GET ${SERVICE_BASES.internal}/allWorkouts/`]: { rule: 'self', request: () => ({}) },
  [`GET ${MAIN}/workout/search/`]: { rule: 'self', request: () => ({ query: { order_by: '-distance' } }) },
  [`GET ${MAIN}/workout/search/ids/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/workout/bulk/`]: {
    rule: 'self',
    request: async (owner) => {
      const { params, watch } = await newWorkout(owner);
      return { body: { changes: [{ ids: [params!['id']], activity_type_id: 11 }] }, ...(watch && { watch }) };
    },
  },
  [`POST ${MAIN}/workout/bulk/delete/`]: {
    rule: 'self',
    request: async (owner) => ({ body: { ids: [(await newWorkout(owner)).params!['id']] } }),
  },
  [`POST ${MAIN}/workout/bulk/restore/`]: {
    rule: 'self',
    request: async (owner) => ({ body: { ids: [(await newWorkout(owner)).params!['id']] } }),
  },
  // Statistics
  [`GET ${MAIN}/user_stats/:id/`]: { rule: 'totals', request: ofUser },
  [`GET ${MAIN}/user_stats/:id/lifetime/`]: { rule: 'totals', request: ofUser },
  [`GET ${MAIN}/user_stats/:id/heat_calendar/`]: {
    rule: 'totals',
    request: (owner) => ({ ...ofUser(owner), query: { year: 2026 } }),
  },
  [`GET ${MAIN}/user_stats/:id/records/`]: { rule: 'totals', request: ofUser },
  [`GET ${MAIN}/user_stats/:id/curves/`]: {
    rule: 'totals',
    request: (owner) => ({ ...ofUser(owner), query: { activity_group: 'run' } }),
  },
  [`GET ${MAIN}/user_stats/:id/training_load/`]: {
    rule: 'self',
    stranger: 403,
    request: (owner) => ({ ...ofUser(owner), query: { from: '2026-05-01', to: '2026-05-31' } }),
  },
  [`GET ${MAIN}/user_stats/:id/heat_map/`]: { rule: 'self', stranger: 403, request: ofUser },
  // Imports
  [`POST ${MAIN}/device/file_import/`]: {
    rule: 'self',
    request: () => ({ body: uploadOf([['new.gpx', gpx('2025-01-01T08:00:00Z', { points: 20 })]]) }),
  },
  [`GET ${MAIN}/device/file_import/`]: { rule: 'self', request: () => ({}) },
  [`GET ${MAIN}/device/file_import/report/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/device/file_import/resolution/`]: {
    rule: 'self',
    request: ({ upload }) => ({ body: { choice: 'skip', batch_id: upload.batch_id } }),
  },
  [`POST ${MAIN}/device/file_import/retry/`]: {
    rule: 'self',
    request: ({ upload }) => ({ body: { batch_id: upload.batch_id } }),
  },
  [`DELETE ${MAIN}/device/file_import/`]: {
    rule: 'self',
    request: async (owner) => {
      const { params, watch } = await newUpload(owner);
      const { body } = await owner.call<{ batch_id: number }>('GET', `/device/file_import/${params!['id']}/`);
      return { query: { batch_id: body.batch_id }, ...(watch && { watch }) };
    },
  },
  [`GET ${MAIN}/device/file_import/:id/`]: { rule: 'owned', request: ({ upload }) => byId(upload.id) },
  [`POST ${MAIN}/device/file_import/:id/resolution/`]: {
    rule: 'owned',
    request: async (owner) => ({ ...(await newDuplicate(owner)), body: { choice: 'skip' } }),
  },
  [`POST ${MAIN}/device/file_import/:id/retry/`]: {
    rule: 'owned',
    request: (owner) => newUpload(owner, 'not a recording'),
  },
  [`POST ${MAIN}/device/file_import/:id/route/`]: {
    rule: 'owned',
    request: (owner) => newUpload(owner, gpx('2025-02-03T08:00:00Z').replaceAll(/<time>[^<]*<[/]time>/g, '')),
  },
  [`DELETE ${MAIN}/device/file_import/:id/`]: { rule: 'owned', request: (owner) => newUpload(owner) },
  // Edits
  [`POST ${SERVICE_BASES.internal}/cutWorkout/:id`]: {
    rule: 'write',
    request: async (owner) => {
      const { id } = await newRecording(owner);
      return { ...byId(id, `/workout/${id}/`), body: { keep: [{ from: 20, to: 120 }] } };
    },
  },
  [`POST ${SERVICE_BASES.internal}/splitWorkout/:id`]: {
    rule: 'write',
    request: async (owner) => {
      const { id } = await newRecording(owner);
      return { ...byId(id, `/workout/${id}/`), body: { at: [60] } };
    },
  },
  [`POST ${SERVICE_BASES.internal}/mergeWorkouts`]: {
    rule: 'write',
    request: async (owner) => {
      const parts = [await newRecording(owner), await newRecording(owner)];
      return { query: { preview: 'true' }, body: { ids: parts.map(({ id }) => id) } };
    },
  },
  [`GET ${SERVICE_BASES.internal}/workoutEdits`]: {
    rule: 'write',
    request: ({ recorded }) => ({ query: { workout: recorded.id } }),
  },
  [`POST ${SERVICE_BASES.internal}/workoutEdits/:id/undo`]: {
    rule: 'owned',
    request: async (owner) => {
      const { id } = await newRecording(owner);
      return edit(owner, `/cutWorkout/${id}`, { keep: [{ from: 20, to: 120 }] });
    },
  },
  // Gear
  [`GET ${MAIN}/usergear/`]: {
    rule: 'self',
    stranger: 403,
    request: ({ member }) => ({ query: { user: member.userId } }),
  },
  [`GET ${MAIN}/usergear/:id/`]: { rule: 'owned', request: ({ gear }) => byId(gear.id) },
  [`POST ${MAIN}/usergear/`]: { rule: 'self', request: () => ({ body: { name: 'Bike', kind: 'bike' } }) },
  [`PUT ${MAIN}/usergear/:id/`]: {
    rule: 'owned',
    request: async (owner) => ({ ...(await newGear(owner)), body: { notes: owner.marker } }),
  },
  [`DELETE ${MAIN}/usergear/:id/`]: { rule: 'owned', request: newGear },
  // Photos
  [`GET ${MAIN}/workout/:id/photos/`]: { rule: 'read', request: ofRecorded },
  [`POST ${MAIN}/workout/:id/photos/`]: {
    rule: 'write',
    request: async (owner) => {
      const { params } = await newWorkout(owner);
      const body = photosOf([['c.jpg', await jpeg(32, 24)]]);
      return { params: params!, watch: `/workout/${params!['id']}/photos/`, body };
    },
  },
  [`PUT ${MAIN}/workout/:id/photos/order/`]: {
    rule: 'write',
    request: async ({ call, recorded }) => {
      const { body } = await call<PhotoList>('GET', `/workout/${recorded.id}/photos/`);
      return { ...byId(recorded.id), body: { ids: body._embedded.photos.map(({ id }) => id) } };
    },
  },
  [`PUT ${MAIN}/workout_photo/:id/`]: {
    rule: 'write',
    request: async (owner) => ({ ...(await newPhoto(owner)), body: { caption: owner.marker } }),
  },
  [`DELETE ${MAIN}/workout_photo/:id/`]: { rule: 'write', request: newPhoto },
  [`POST ${MAIN}/workout_photo/:id/restore/`]: {
    rule: 'owned',
    request: async (owner) => deleted(owner, await newPhoto(owner), '/workout_photo/:id/'),
  },
  // Whoever was given the signed address may see the image; for how long and at which level, photos/access.test.ts says.
  [`GET ${MAIN}/workout_photo/:id/:size/`]: { rule: 'public', request: signedImage },
  // Zones
  [`GET ${MAIN}/heart_rate_zones/`]: {
    rule: 'self',
    stranger: 403,
    request: ({ member }) => ({ query: { user: member.userId } }),
  },
  [`POST ${MAIN}/heart_rate_zones/`]: { rule: 'self', request: () => ({ body: { zones: ZONES } }) },
  [`DELETE ${MAIN}/heart_rate_zones/:id/`]: {
    rule: 'owned',
    request: (owner) => created(owner, '/heart_rate_zones/', { zones: ZONES }),
  },
  [`GET ${MAIN}/threshold_power/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/threshold_power/`]: { rule: 'self', request: () => ({ body: { watts: 250 } }) },
  [`DELETE ${MAIN}/threshold_power/:id/`]: {
    rule: 'owned',
    request: (owner) => created(owner, '/threshold_power/', { watts: 260 }),
  },
  [`GET ${MAIN}/privacy_zones/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/privacy_zones/`]: { rule: 'self', request: () => ({ body: ZONE }) },
  [`PUT ${MAIN}/privacy_zones/:id/`]: {
    rule: 'owned',
    request: async (owner) => ({ ...(await newZone(owner)), body: ZONE }),
  },
  [`DELETE ${MAIN}/privacy_zones/:id/`]: { rule: 'owned', request: newZone },
};
