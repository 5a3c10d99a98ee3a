import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type FileImport,
  type Gear,
  type Photo,
  type Privacy,
  type SignupBody,
  type Workout,
  type WorkoutList,
} from '@waymark/api-contract';
import { gpx, importAll } from '../../training/imports/testing/import-files.ts';
import { addPhotos, jpeg } from '../../training/workouts/photos/testing.ts';
import { northFrom, save } from '../../maps/routes/testing.ts';
import { accessTokens, ACCESS_SECONDS } from '../../kernel/server/access-tokens.ts';
import { cookieOf, startTestApi, type TestApi, type TestApiOptions, type TestMember } from '../api.ts';
import { as, type As, log } from '../../training/workouts/testing.ts';

export const LEVELS: readonly Privacy[] = [0, 1, 3, 6];

/** A member of whom everything has one privacy level and a name that occurs nowhere else. */
export interface Owner {
  api: TestApi;
  member: TestMember;
  username: string;
  call: As;
  level: Privacy;
  /** Stands in each name and text: an answer that holds it tells something about this member. */
  marker: string;
  /** With a track, a photo and all that follows from a recording. */
  recorded: Workout;
  photo: Photo;
  /** Logged by hand, for calls that only read. */
  logged: Workout;
  routeId: number;
  gear: Gear;
  upload: FileImport;
  uploadCount: number;
}

export interface World {
  api: TestApi;
  /** One for each privacy level. */
  owners: Record<Privacy, Owner>;
  stranger: TestMember;
  /** What the owners' tokens look like once they are over, and signed with a key that is not ours. */
  expiredToken(owner: Owner): string;
  forgedToken(owner: Owner): string;
  /** A cookie of another session of a member, for a call that ends it. */
  newCookie(member: TestMember): Promise<string>;
}

/** A short recording north of Warsaw; each one a day of its own, so that no two are duplicates. */
export function nextRecording(owner: Pick<Owner, 'marker' | 'uploadCount'>): readonly [string, string] {
  const day = new Date(Date.UTC(2026, 0, 1 + owner.uploadCount++)).toISOString();
  return [`${owner.marker}-${owner.uploadCount}.gpx`, gpx(day, { points: 30, name: owner.marker })];
}

/**
 * A member with all kinds of things, at one privacy level.
 * @param person whose last name is the marker
 */
export async function createOwner(
  api: TestApi,
  level: Privacy,
  person: Partial<SignupBody> = {},
): Promise<Owner> {
  const marker = person.last_name ?? `Quokka${level}`;
  const member = await api.signUp({ ...person, last_name: marker });
  const call = as(api, member);
  const { body: profile } = await call<{ username: string }>('PUT', `/user/${member.userId}/`, {
    introduction: marker,
    default_privacy: { workout: level, route: level, profile: level },
  });
  const counter = { marker, uploadCount: 0 };
  const files = await importAll(call, [nextRecording(counter)]);
  const [upload] = files.values();
  const workouts = await call<WorkoutList>('GET', '/workout/');
  const { id } = workouts.body._embedded.workouts[0]!;
  const [photo] = await addPhotos(call, id, [['a.jpg', await jpeg(64, 48)]]);
  await call('PUT', `/workout_photo/${photo!.id}/`, { caption: marker });
  const { body: gear } = await call<Gear>('POST', '/usergear/', { name: marker, kind: 'shoes' });
  const route = await save(call, { name: marker, privacy: level, points: northFrom(52.2, 21, 5) });
  return {
    api,
    member,
    username: profile.username,
    call,
    level,
    marker,
    recorded: (await call<Workout>('PUT', `/workout/${id}/`, { notes: marker, gear_id: gear.id })).body,
    photo: photo!,
    logged: await log(call, { name: marker }),
    routeId: route.id,
    gear,
    upload: upload!,
    uploadCount: counter.uploadCount,
  };
}

/** An API with a member for each privacy level and a stranger who owns things too. */
export async function createWorld(options: TestApiOptions = {}): Promise<World> {
  const api = await startTestApi(options);
  try {
    const owners = await Promise.all(LEVELS.map((level) => createOwner(api, level)));
    const pem = readFileSync(path.join(api.context.env.DATA_DIR, 'keys', 'access-tokens.pem'), 'utf8');
    const past = accessTokens(pem, () => Date.now() - (ACCESS_SECONDS + 1) * 1000);
    const foreignKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    const foreign = accessTokens(
      createPrivateKey(foreignKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
    );
    return {
      api,
      owners: Object.fromEntries(owners.map((owner) => [owner.level, owner])) as Record<Privacy, Owner>,
      stranger: await api.signUp(),
      expiredToken: ({ member }) => past.mint(member.userId, 1),
      async newCookie({ email, password }) {
        const answer = await api.call('POST', '/auth/login', { body: { email, password } });
        return cookieOf(answer)!;
      },
      forgedToken: ({ member }) => foreign.mint(member.userId, 1),
    };
  } catch (error) {
    await api.stop();
    throw error;
  }
}
