import assert from 'node:assert/strict';
import {
  type EditResult,
  type Gear,
  type Privacy,
  type Receipt,
  SERVICE_BASES,
  type Story,
  type TrainingLoad,
  type TrainingPlanDetails,
  type Workout,
  type WorkoutInput,
} from '@waymark/api-contract';
import { BILLING_CASES } from '../../../testing/hostile/cases/billing-cases.ts';
import { addressOf } from '../../../testing/hostile/operation-case.ts';
import { createOwner, type Owner } from '../../../testing/hostile/world.ts';
import { importAll, settled } from '../../imports/testing/import-files.ts';
import { PushBrowser } from '../../../community/notifications/push-service.test-helper.ts';
import { northFrom, save } from '../../../maps/routes/testing.ts';
import { keyOf } from '../../../members/share-links/testing.ts';
import { answerConsents } from '../../../testing/answer-consents.ts';
import type { TestApi } from '../../../testing/api.ts';
import { addPhotos, jpeg } from '../../workouts/photos/testing.ts';
import { log } from '../../workouts/testing.ts';
import { gpxOf, offset } from '../testing.ts';
import {
  fieldMark,
  type KindName,
  type Mark,
  numberMark,
  placeMark,
  textMark,
} from './marked-values.test-helper.ts';
import { type Place, readAnswer } from './read-answer.test-helper.ts';

/** Values that stand in nothing else. */
interface MarkedBody {
  heartrates: readonly [usual: number, highest: number];
  energy: number;
  weight: number;
  height: number;
  birthdate: string;
  thresholdPower: number;
}
export const MARKED_BODIES = {
  Consenting: {
    heartrates: [171, 173],
    energy: 1_371_137,
    weight: 71.83,
    height: 1.837,
    birthdate: '1971-03-09',
    thresholdPower: 587,
  },
  Refusing: {
    heartrates: [167, 179],
    energy: 1_279_127,
    weight: 64.29,
    height: 1.613,
    birthdate: '1968-11-23',
    thresholdPower: 593,
  },
} as const satisfies Record<string, MarkedBody>;
export type SubjectName = keyof typeof MARKED_BODIES;

/** Ids of things by what calls name them as. */
export type ThingIds = Record<
  'members' | 'workouts' | 'routes' | 'plans' | 'gear' | 'uploads' | 'challenges' | 'groups',
  readonly (number | string)[]
>;

interface SharedLink {
  id: number;
  key: string;
}

/** A member with a marked value of each kind, of whom everything is read as everybody. */
export interface Subject extends Owner {
  name: SubjectName;
  marks: Mark[];
  ids: ThingIds;
  /** Links that the walk gives to everyone. */
  links: Readonly<Record<'workouts' | 'routes', SharedLink>>;
}

const ZONE = { lat: 47.1, lng: 8.2 };
const HIDDEN_MAP = { lat: 43.7, lng: 7.3 };
const PRIVATE_RUN = { lat: 39.5, lng: 2.6 };
const PRIVATE_ROUTE = { lat: 36.7, lng: -4.4 };
const OPEN = { lat: 50.1, lng: 14.4 };
const DAY_MS = 86_400_000;
const STEPS = 50;
const STEP_METERS = 15;

/** A way north in steps of five seconds; the highest heart rate is that of a step in its middle. */
const trackFrom = (
  start: Place,
  at: number,
  [usual, highest]: MarkedBody['heartrates'],
  steps: number,
): string =>
  gpxOf(
    at,
    Array.from({ length: steps }, (_, i) => ({
      ...offset(start, i * STEP_METERS, 6 * Math.sin(i / 2)),
      after: 5,
      heartrate: i === steps / 2 ? highest : usual,
      high: 30 + (i % 7),
    })),
  );

/** Makes the things of a subject and marks their values. */
class SubjectBuilder {
  readonly #owner: Owner;
  readonly #name: SubjectName;
  readonly #body: MarkedBody;
  readonly #marks: Mark[] = [];
  readonly #workouts: number[] = [];
  readonly #links: Partial<Record<'workouts' | 'routes', SharedLink>> = {};
  #days = 0;

  constructor(owner: Owner, name: SubjectName) {
    this.#owner = owner;
    this.#name = name;
    this.#body = MARKED_BODIES[name];
  }

  #mark(kind: KindName, isIn: Mark['isIn']): Mark {
    const mark = { kind, subject: this.#name, isIn };
    this.#marks.push(mark);
    return mark;
  }

  /** Health data of who refused has marks of its own kinds. */
  #markHealth(kind: Extract<KindName, `${string} without consent`>, isIn: Mark['isIn']): Mark {
    const granted = kind.replace(' without consent', '') as KindName;
    return this.#mark(this.#name === 'Refusing' ? kind : granted, isIn);
  }

  /** A text that stands nowhere else. */
  #words(what: string): string {
    return `${what}-of-${this.#name}`;
  }

  /** What nobody sees later is there while its owner still does. */
  async #assertDisclosed(mark: Mark, where: string): Promise<void> {
    const { api, member } = this.#owner;
    const answer = await fetch(api.url + where, { headers: { authorization: `Bearer ${member.token}` } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const disclosure = await readAnswer(answer.headers.get('content-type') ?? '', bytes);
    assert.ok(
      mark.isIn(disclosure, where),
      `${mark.kind} of ${this.#name}: ${where} ${disclosure.text.slice(0, 500)}`,
    );
  }

  #startOfLast = (): number => Math.floor(Date.now() / DAY_MS) * DAY_MS - this.#days * DAY_MS + 8 * 3_600_000;

  #nextStart(): number {
    this.#days++;
    return this.#startOfLast();
  }

  async #record(start: Place, privacy: Privacy, name: string, steps = STEPS): Promise<number> {
    const { call } = this.#owner;
    const file = `${name}.gpx`;
    const track = trackFrom(start, this.#nextStart(), this.#body.heartrates, steps);
    const files = await importAll(call, [[file, track]]);
    const id = files.get(file)!.workouts[0]!.id;
    const { status, text } = await call('PUT', `/workout/${id}/`, { privacy, name });
    assert.equal(status, 200, text);
    this.#workouts.push(id);
    return id;
  }

  async #log(privacy: Privacy, name: string, figures: Partial<WorkoutInput> = {}): Promise<number> {
    const start_datetime = new Date(this.#nextStart()).toISOString();
    const { id } = await log(this.#owner.call, { ...figures, name, privacy, start_datetime });
    this.#workouts.push(id);
    return id;
  }

  async profile(): Promise<void> {
    const { call, member } = this.#owner;
    const { weight, height, birthdate, thresholdPower } = this.#body;
    const goal_statement = this.#words('goal');
    const { status, text } = await call('PUT', `/user/${member.userId}/`, { weight, height, goal_statement });
    assert.equal(status, 200, text);
    const zone = this.#words('zone');
    await call('POST', '/heart_rate_zones/', {
      zones: [
        { name: zone, start: 0, end: 140 },
        { name: 'hard', start: 141, end: 220 },
      ],
      valid_from: '2020-01-01T00:00:00Z',
    });
    const powers = await call('POST', '/threshold_power/', { watts: thresholdPower });
    assert.equal(powers.status, 201, powers.text);
    this.#markHealth('weight without consent', numberMark(weight));
    this.#markHealth('heart rate zones without consent', textMark(zone));
    this.#markHealth('threshold power without consent', numberMark(thresholdPower));
    this.#mark('height', numberMark(height));
    this.#mark('birthdate', textMark(birthdate));
    this.#mark('gender', fieldMark('gender', 'M'));
    this.#mark('goal statement', textMark(goal_statement));
    this.#mark('e-mail address', textMark(member.email));
  }

  /** @returns the one that everybody may read */
  async workouts(): Promise<Workout> {
    const { call, member } = this.#owner;
    const file = this.#words('file');
    const recorded = await this.#record(OPEN, 3, file);
    await call('PUT', `/workout/${recorded}/`, { name: 'Public run', gear_id: this.#owner.gear.id });
    this.#mark('file of an upload', textMark(`${file}.gpx`));
    const heartrate = this.#markHealth('heart rate without consent', numberMark(...this.#body.heartrates));
    await this.#assertDisclosed(heartrate, `${SERVICE_BASES.main}/workout/${recorded}/`);
    await this.#assertDisclosed(heartrate, `${SERVICE_BASES.main}/workout/${recorded}/export/?format=fit`);
    const ofLink = await this.#record(OPEN, 6, 'Run by link');
    const key = await keyOf(call, 'workout', ofLink);
    this.#links.workouts = { id: ofLink, key };
    this.#mark('key of a workout’s link', textMark(key));
    const secret = this.#words('private-run');
    await this.#record(PRIVATE_RUN, 0, secret);
    this.#mark('private workout', textMark(secret));
    this.#mark('private workout', placeMark(PRIVATE_RUN, 2000, { isRough: true }));
    const forFriends = this.#words('friends-run');
    await this.#log(1, forFriends);
    this.#mark('workout for friends', textMark(forFriends));
    const notes = this.#words('notes');
    const [heartrate_avg] = this.#body.heartrates;
    await this.#log(3, 'Typed run', { notes, heartrate_avg, energy: this.#body.energy });
    this.#mark('private notes', textMark(notes));
    this.#markHealth('energy from heart rate without consent', numberMark(this.#body.energy));
    const load = `/user_stats/${member.userId}/training_load/`;
    const { days } = (await call<TrainingLoad>('GET', load)).body;
    const loads = days
      .flatMap((day) => [day.load, day.fitness, day.fatigue])
      .filter((n) => String(n).length > 4);
    const markedLoad = this.#markHealth('training load without consent', numberMark(...loads));
    await this.#assertDisclosed(markedLoad, SERVICE_BASES.main + load);
    const { body: workout } = await call<Workout>('GET', `/workout/${recorded}/`);
    assert.ok(workout.energy_estimated);
    this.#mark('energy estimated by weight', numberMark(workout.aggregates.metabolic_energy_total!));
    return workout;
  }

  /** A zone through which a track goes, and a workout that shows others no map. */
  async hiddenPlaces(): Promise<void> {
    const { call } = this.#owner;
    await this.#record(ZONE, 3, 'From home past the club');
    await this.#record(ZONE, 3, 'Around the house', 8);
    const club = offset(ZONE, 600, 0);
    for (const [name, place, radius] of [
      ['Home', ZONE, 200],
      ['Club', club, 100],
    ] as const) {
      const { status, text } = await call('POST', '/privacy_zones/', { name, ...place, radius });
      assert.equal(status, 201, text);
    }
    this.#mark('place in a privacy zone', placeMark(ZONE, 60));
    this.#mark('place in a privacy zone', placeMark(club, 30));
    await this.#recordOffTheMap('Off the map');
    this.#mark('place of a hidden map', placeMark(HIDDEN_MAP, 2000, { isRough: true }));
  }

  async #recordOffTheMap(name: string): Promise<number> {
    const id = await this.#record(HIDDEN_MAP, 3, name);
    const hide = await this.#owner.call('PATCH', `/activity_story/${id}/`, { is_map_hidden: true });
    assert.equal(hide.status, 200);
    return id;
  }

  async #edit(where: string, body: object): Promise<void> {
    const { api, member } = this.#owner;
    const answer = await api.call<EditResult>('POST', SERVICE_BASES.internal + where, {
      token: member.token,
      body,
    });
    assert.equal(answer.status, 200, answer.text);
    this.#workouts.push(...answer.body.workouts.map(({ id }) => id));
  }

  /** Workouts that began from others of which places are hidden. */
  async editedWorkouts(): Promise<void> {
    const { call } = this.#owner;
    await this.#edit(`/splitWorkout/${await this.#recordOffTheMap('Split')}`, { at: [120] });
    await this.#edit(`/splitWorkout/${await this.#record(ZONE, 3, 'Split at home')}`, { at: [120] });
    // The first in time gives the story: each day is before the last.
    const later = await this.#recordOffTheMap('Merged');
    await this.#edit('/mergeWorkouts', { ids: [await this.#record(OPEN, 3, 'Merged first'), later] });
    await call('POST', `/workout/${await this.#recordOffTheMap('Copied')}/copy/`, {});
    await this.#recordOffTheMap('Replaced');
    const again = trackFrom(HIDDEN_MAP, this.#startOfLast(), this.#body.heartrates, STEPS - 2);
    const waiting = (await importAll(call, [['again.gpx', again]])).get('again.gpx')!;
    assert.equal(waiting.state, 'duplicate');
    await call('POST', `/device/file_import/${waiting.id}/resolution/`, { choice: 'replace' });
    const stored = (await settled(call)).find(({ id }) => id === waiting.id)!;
    this.#workouts.push(stored.workouts[0]!.id);
  }

  async deletedThings(): Promise<void> {
    const { call, logged } = this.#owner;
    const words = (what: string) => {
      const text = this.#words(`deleted-${what}`);
      return { text, mark: this.#mark('what was deleted', textMark(text)) };
    };
    const main = (where: string) => SERVICE_BASES.main + where;
    const workout = words('run');
    const id = await this.#log(3, workout.text);
    await this.#assertDisclosed(workout.mark, main(`/workout/${id}/`));
    await call('DELETE', `/workout/${id}/`);
    const route = words('route');
    const course = await save(call, { name: route.text, privacy: 3, points: northFrom(52.2, 21, 5) });
    await this.#assertDisclosed(route.mark, main(`/route/${course.id}/`));
    await call('DELETE', `/route/${course.id}/`);
    const post = words('post');
    const { body: story } = await call<Story>('POST', '/activity_story/', {
      verb: 'post',
      object: { type: 'status', text: post.text },
      privacy: 3,
    });
    await this.#assertDisclosed(post.mark, main(`/activity_story/${story.id}/`));
    await call('DELETE', `/activity_story/${story.id}/`);
    const comment = words('comment');
    const { body: reply } = await call<{ id: number }>('POST', '/activity_story/', {
      verb: 'comment',
      parent_story_id: logged.id,
      object: { type: 'comment', text: comment.text },
    });
    const replies = `/activity_story/?reply_type=comment&parent_story_id=${logged.id}`;
    await this.#assertDisclosed(comment.mark, main(replies));
    await call('DELETE', `/activity_story/${reply.id}/`);
    const caption = words('caption');
    const [photo] = await addPhotos(call, logged.id, [['c.jpg', await jpeg(48, 48)]]);
    await call('PUT', `/workout_photo/${photo!.id}/`, { caption: caption.text });
    await this.#assertDisclosed(caption.mark, main(`/workout/${logged.id}/photos/`));
    await call('DELETE', `/workout_photo/${photo!.id}/`);
    this.#workouts.push(story.id);
  }

  async ownThings(): Promise<Pick<ThingIds, 'plans' | 'routes'>> {
    const { call, api, gear, member } = this.#owner;
    const notes = this.#words('notes-on-gear');
    await call<Gear>('PUT', `/usergear/${gear.id}/`, { notes });
    this.#mark('notes on gear', textMark(notes));
    const title = this.#words('plan');
    const { body: plan } = await call<TrainingPlanDetails>('POST', '/training_plan/', {
      title,
      description: title,
      weeks: [{ sessions: [{ day: 1, sport: 'run', kind: 'easy', title, duration: 1800 }] }],
    });
    const day = api.context.now().toISOString().slice(0, 10);
    await call('POST', '/started_plan/', { plan: plan.plan, anchor: 'start', day });
    this.#mark('own training plan', textMark(title));
    const secret = this.#words('private-route');
    const points = northFrom(PRIVATE_ROUTE.lat, PRIVATE_ROUTE.lng, 5);
    const route = await save(call, { name: secret, privacy: 0, points });
    this.#mark('private route', textMark(secret));
    this.#mark('private route', placeMark(PRIVATE_ROUTE, 2000, { isRough: true }));
    const ofLink = await save(call, { name: 'Route by link', privacy: 6, points: northFrom(52.2, 21, 5) });
    const key = await keyOf(call, 'route', ofLink.id);
    this.#links.routes = { id: ofLink.id, key };
    this.#mark('key of a route’s link', textMark(key));
    const receipts = await BILLING_CASES[`GET ${SERVICE_BASES.billing}/receipts/:id`]!.request(this.#owner);
    const receipt = await api.call<Receipt>(
      'GET',
      addressOf(`${SERVICE_BASES.billing}/receipts/:id`, receipts),
      { token: member.token },
    );
    this.#mark('receipt', textMark(receipt.body.number));
    return { plans: [plan.plan], routes: [route.id, ofLink.id] };
  }

  /** Addresses that open without a session, and where devices are reached. */
  async addresses(pushService: string): Promise<void> {
    const { call } = this.#owner;
    const key = async (method: string, where: string): Promise<string> => {
      const { body, text } = await call<{ key?: string; href: string }>(method, where);
      const found = body.key ?? body.href.split('/').at(-2);
      assert.ok(found && found.length > 10, text);
      return found;
    };
    for (const where of ['/feed_address/', '/calendar_address/', '/friend_invite/'])
      this.#mark('private address', textMark(await key('POST', where)));
    const { body } = await call<{ connection: { upload_url: string } }>('POST', '/remoteconnection/', {
      type: 'upload',
    });
    this.#mark('address of a device', textMark(body.connection.upload_url.split('/').at(-2)!));
    const browser = new PushBrowser(pushService, this.#words('browser'));
    await call('POST', '/push_subscription/', browser.subscription);
    this.#mark('address of a device', textMark(browser.endpoint));
    this.#mark('place in a photo', textMark('Phone\0', 'GPSLatitude', 'Exif'));
  }

  finish(recorded: Workout, things: Pick<ThingIds, 'plans' | 'routes'>): Subject {
    const { member, logged, routeId, gear, upload } = this.#owner;
    return {
      ...this.#owner,
      name: this.#name,
      recorded,
      marks: this.#marks,
      links: { workouts: this.#links.workouts!, routes: this.#links.routes! },
      ids: {
        members: [member.userId],
        workouts: [...this.#workouts, logged.id],
        routes: [routeId, ...things.routes],
        plans: things.plans,
        gear: [gear.id],
        uploads: [upload.id],
        challenges: [],
        groups: [],
      },
    };
  }
}

export async function createSubject(api: TestApi, name: SubjectName, pushService: string): Promise<Subject> {
  const { birthdate } = MARKED_BODIES[name];
  const owner = await createOwner(api, 3, {
    first_name: 'Marked',
    last_name: name,
    email: `address-of-${name.toLowerCase()}@example.org`,
    gender: 'M',
    birthdate,
  });
  const builder = new SubjectBuilder(owner, name);
  await builder.profile();
  const recorded = await builder.workouts();
  // Zones hide a heart rate on the way: who refused has none.
  if (name === 'Consenting') {
    await builder.hiddenPlaces();
    await builder.editedWorkouts();
  }
  await builder.deletedThings();
  const things = await builder.ownThings();
  await builder.addresses(pushService);
  const subject = builder.finish(recorded, things);
  if (name === 'Refusing') await answerConsents(api, owner.member, { health: 'declined' });
  return subject;
}
