import {
  expandSteps,
  type PlanSport,
  rangeOf,
  stepSeconds,
  type TrainingItem,
  type TrainingStep,
} from '@waymark/api-contract';
import { dataMessage, type Field, fitCrc, fitHeader } from '../../recordings/formats/fit/fit-writer.ts';
import { FIT_EPOCH } from '../../recordings/formats/fit/record-fields.ts';
import { conflict } from '../../kernel/server/errors.ts';
import { sportCode } from '../../recordings/formats/fit/sport-codes.ts';
import { xmlText } from '../../recordings/xml/write-xml.ts';

/** What a file tells of a session. */
export interface FiledSession {
  title: string;
  description: string;
  sport: PlanSport;
  steps: readonly TrainingItem[];
  distance: number | null;
  duration: number;
  createdAt: Date;
}

/** A session without steps is one step. */
const itemsOf = ({ steps, distance, duration }: FiledSession): readonly TrainingItem[] =>
  steps.length > 0 ? steps : [distance === null ? { duration } : { distance }];

const FIT_SPORT: Readonly<Record<PlanSport, string>> = {
  run: 'running',
  ride: 'cycling',
  walk: 'walking',
  hike: 'hiking',
  swim: 'swimming',
  gym: 'training',
  yoga: 'training',
  cross: 'generic',
};

/** Numbers of messages and values are those of the FIT profile. */
const FILE_ID = 0;
const WORKOUT = 26;
const WORKOUT_STEP = 27;
const WORKOUT_FILE = 5;
/** Waymark has no number of its own: this one is for makers without. */
const MAKER = 255;
const DURATION = { time: 0, distance: 1, repeat: 6 } as const;
const TARGET = { speed: 0, heartRate: 1, open: 2, power: 4 } as const;
const INTENSITY = { active: 0, rest: 1, warmup: 2, cooldown: 3, recovery: 4 } as const;
/** Custom heart rates from here on are beats, custom powers watts; below are percents. */
const BEATS_OFFSET = 100;
const WATTS_OFFSET = 1000;

type Target = readonly [type: number, value: number, low: number | null, high: number | null];
const OPEN: Target = [TARGET.open, 0, null, null];

/** FIT and TCX know one zone a step, and no range of zones: that is told in words. */
function singleZone(target: Parameters<typeof rangeOf>[0]): number | null {
  const { low, high } = rangeOf(target);
  return low === high ? low : null;
}

function fitTarget({ power, hr, pace }: TrainingStep): Target {
  if (power) {
    const { low, high } = rangeOf(power);
    const offset = power.units === 'w' ? WATTS_OFFSET : 0;
    return [TARGET.power, 0, low + offset, high + offset];
  }
  if (hr?.units === 'hr_zone') {
    const zone = singleZone(hr);
    return zone === null ? OPEN : [TARGET.heartRate, zone, null, null];
  }
  if (hr) {
    const { low, high } = rangeOf(hr);
    return [TARGET.heartRate, 0, low + BEATS_OFFSET, high + BEATS_OFFSET];
  }
  if (!pace) return OPEN;
  const { low, high } = rangeOf(pace);
  // Millimetres per second: the slower end is the lower speed.
  return [TARGET.speed, 0, Math.round(1e6 / high), Math.round(1e6 / low)];
}

const intensityOf = (step: TrainingStep): number =>
  step.warmup ? INTENSITY.warmup : step.cooldown ? INTENSITY.cooldown : INTENSITY[step.intensity ?? 'active'];

function targetWords({ power, hr, pace, rpe }: TrainingStep): string {
  const range = (target: Parameters<typeof rangeOf>[0], write: (value: number) => string = String) => {
    const { low, high } = rangeOf(target);
    return low === high ? write(low) : `${write(low)}–${write(high)}`;
  };
  if (power) return power.units === 'w' ? `${range(power)} W` : `${range(power)}% FTP`;
  if (hr) return hr.units === 'bpm' ? `${range(hr)} bpm` : `HR zone ${range(hr)}`;
  if (pace)
    return `${range(pace, (value) => {
      const seconds = Math.round(value);
      return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    })} /km`;
  return rpe ? `Effort ${range(rpe)} of 10` : '';
}

/** What a step says in words: its target too, where the file has none like it. */
const wordsOf = (step: TrainingStep, hasTarget: boolean): string =>
  [step.text ?? '', hasTarget ? '' : targetWords(step)].filter(Boolean).join('. ');

function fitStep(index: number, step: TrainingStep): Field[] {
  const [type, value, low, high] = fitTarget(step);
  const isTimed = step.duration !== undefined;
  const words = wordsOf(step, type !== TARGET.open);
  return [
    [254, 'uint16', index],
    [1, 'enum', isTimed ? DURATION.time : DURATION.distance],
    // Milliseconds or centimetres.
    [2, 'uint32', isTimed ? step.duration! * 1000 : Math.round(step.distance! * 100)],
    [3, 'enum', type],
    [4, 'uint32', value],
    [5, 'uint32', low],
    [6, 'uint32', high],
    [7, 'enum', intensityOf(step)],
    ...(words === '' ? [] : [[8, 'string', Array.from(words).slice(0, 60).join('')] satisfies Field]),
  ];
}

/** A workout file, which watches and bike computers guide through. */
export function fitWorkout(session: FiledSession): Buffer {
  const steps: Field[][] = [];
  for (const item of itemsOf(session)) {
    const first = steps.length;
    for (const step of 'reps' in item ? item.steps : [item]) steps.push(fitStep(steps.length, step));
    if ('reps' in item)
      steps.push([
        [254, 'uint16', steps.length],
        [1, 'enum', DURATION.repeat],
        [2, 'uint32', first],
        [4, 'uint32', item.reps],
      ]);
  }
  const messages = [
    dataMessage(0, FILE_ID, [
      [0, 'enum', WORKOUT_FILE],
      [1, 'uint16', MAKER],
      [2, 'uint16', 1],
      [4, 'uint32', Math.round(session.createdAt.getTime() / 1000) - FIT_EPOCH],
    ]),
    dataMessage(1, WORKOUT, [
      [4, 'enum', sportCode(FIT_SPORT[session.sport])],
      [6, 'uint16', steps.length],
      [8, 'string', session.title],
    ]),
    ...steps.map((fields) => dataMessage(2, WORKOUT_STEP, fields)),
  ];
  const body = Buffer.concat(messages);
  const whole = Buffer.concat([fitHeader(body.length), body, Buffer.alloc(2)]);
  whole.writeUInt16LE(fitCrc(whole.subarray(0, -2)), whole.length - 2);
  return whole;
}

const share = (percent: number): string => (percent / 100).toFixed(3);

/** One block of Zwift's format, which knows power as a share of the threshold only; the rest is free riding with a text. */
function zwoBlock(step: TrainingStep, sport: PlanSport): string {
  const seconds = Math.max(1, stepSeconds(step, sport));
  const { power } = step;
  const words = wordsOf(step, power?.units === '%ftp');
  const text = words === '' ? '' : `<textevent timeoffset="0" message="${xmlText(words)}"/>`;
  if (power?.units !== '%ftp') return `    <FreeRide Duration="${seconds}" FlatRoad="1">${text}</FreeRide>`;
  const { low, high } = rangeOf(power);
  const [start, end] = 'value' in power ? [low, high] : [power.start, power.end];
  const range = `Duration="${seconds}" PowerLow="${share(start)}" PowerHigh="${share(end)}"`;
  if (step.warmup) return `    <Warmup ${range}>${text}</Warmup>`;
  if (step.cooldown) return `    <Cooldown ${range}>${text}</Cooldown>`;
  if (step.ramp) return `    <Ramp ${range}>${text}</Ramp>`;
  return `    <SteadyState Duration="${seconds}" Power="${share((low + high) / 2)}">${text}</SteadyState>`;
}

export function zwoWorkout(session: FiledSession): string {
  const { title, description, sport } = session;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<workout_file>',
    '  <author>Waymark</author>',
    `  <name>${xmlText(title)}</name>`,
    `  <description>${xmlText(description)}</description>`,
    `  <sportType>${sport === 'run' ? 'run' : 'bike'}</sportType>`,
    '  <tags/>',
    '  <workout>',
    ...expandSteps(itemsOf(session)).map((step) => zwoBlock(step, sport)),
    '  </workout>',
    '</workout_file>',
    '',
  ].join('\n');
}

/** Names in TCX have 15 characters at most. */
const tcxName = (text: string): string => xmlText(Array.from(text).slice(0, 15).join('').trim()) || 'Step';

const NO_TCX_TARGET = '<Target xsi:type="None_t"/>';

function tcxTarget({ hr, pace }: TrainingStep): string {
  if (hr?.units === 'hr_zone') {
    const zone = singleZone(hr);
    return zone === null
      ? NO_TCX_TARGET
      : `<Target xsi:type="HeartRate_t"><HeartRateZone xsi:type="PredefinedHeartRateZone_t"><Number>${zone}</Number></HeartRateZone></Target>`;
  }
  if (hr) {
    const { low, high } = rangeOf(hr);
    const end = (name: string, bpm: number) =>
      `<${name} xsi:type="HeartRateInBeatsPerMinute_t"><Value>${Math.round(bpm)}</Value></${name}>`;
    return `<Target xsi:type="HeartRate_t"><HeartRateZone xsi:type="CustomHeartRateZone_t">${end('Low', low)}${end('High', high)}</HeartRateZone></Target>`;
  }
  if (pace) {
    const { low, high } = rangeOf(pace);
    return `<Target xsi:type="Speed_t"><SpeedZone xsi:type="CustomSpeedZone_t"><ViewAs>Pace</ViewAs><LowInMetersPerSecond>${(1000 / high).toFixed(3)}</LowInMetersPerSecond><HighInMetersPerSecond>${(1000 / low).toFixed(3)}</HighInMetersPerSecond></SpeedZone></Target>`;
  }
  return NO_TCX_TARGET;
}

/** Seconds and metres of TCX end at 65,535: what is longer is several steps of one length. */
const TCX_LONGEST = 65_000;
function tcxParts(step: TrainingStep): TrainingStep[] {
  const whole = step.duration ?? step.distance!;
  const length = Math.max(1, Math.ceil(whole / TCX_LONGEST));
  const each = Math.round(whole / length);
  const part = step.duration === undefined ? { ...step, distance: each } : { ...step, duration: each };
  return Array.from({ length }, () => part);
}

function tcxStep(step: TrainingStep, id: number, element: string): string {
  const duration =
    step.duration === undefined
      ? `<Duration xsi:type="Distance_t"><Meters>${step.distance}</Meters></Duration>`
      : `<Duration xsi:type="Time_t"><Seconds>${step.duration}</Seconds></Duration>`;
  const isRest = step.intensity === 'rest' || step.intensity === 'recovery';
  const target = tcxTarget(step);
  // A name is short: the target comes first where only the name says it.
  const words = [target === NO_TCX_TARGET ? targetWords(step) : '', step.text ?? ''].filter(Boolean);
  return (
    `<${element} xsi:type="Step_t"><StepId>${id}</StepId><Name>${tcxName(words.join('. '))}</Name>${duration}` +
    `<Intensity>${isRest ? 'Resting' : 'Active'}</Intensity>${target}</${element}>`
  );
}

/** Garmin's schema numbers the steps of a workout, repeats and what they repeat, from 1 to 20. */
const TCX_STEPS_MAX = 20;

/** @throws ApiProblem 409 for a session with more steps than TCX can hold */
export function tcxWorkout(session: FiledSession): string {
  const { title, description, sport } = session;
  let id = 0;
  const steps = itemsOf(session).flatMap((item) => {
    if (!('reps' in item)) return tcxParts(item).map((step) => `      ${tcxStep(step, ++id, 'Step')}`);
    const children = item.steps
      .flatMap(tcxParts)
      .map((step) => tcxStep(step, ++id, 'Child'))
      .join('');
    return `      <Step xsi:type="Repeat_t"><StepId>${++id}</StepId><Repetitions>${item.reps}</Repetitions>${children}</Step>`;
  });
  if (id > TCX_STEPS_MAX)
    throw conflict(
      'too_many_steps',
      `TCX files hold at most ${TCX_STEPS_MAX} steps, and this session has ${id}. Download it as FIT instead.`,
      { max: TCX_STEPS_MAX, count: id },
    );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    '  <Workouts>',
    `    <Workout Sport="${sport === 'run' ? 'Running' : sport === 'ride' ? 'Biking' : 'Other'}">`,
    `      <Name>${tcxName(title)}</Name>`,
    ...steps,
    ...(description === '' ? [] : [`      <Notes>${xmlText(description)}</Notes>`]),
    '    </Workout>',
    '  </Workouts>',
    '</TrainingCenterDatabase>',
    '',
  ].join('\n');
}
