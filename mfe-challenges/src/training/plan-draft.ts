import type { PlanInput, PlanSport, PlanWeeks, SessionKind } from '@waymark/api-contract';
import { formatDuration } from '@waymark/units';

type Session = PlanWeeks[number]['sessions'][number];

/** A session as it is typed. `measure` says which of both lengths counts; steps stay as they came. */
export interface SessionDraft {
  key: number;
  day: number;
  sport: PlanSport;
  kind: SessionKind;
  title: string;
  description: string;
  measure: 'duration' | 'distance';
  /** Minutes or kilometres. */
  amount: string;
  steps: Session['steps'];
  /** What was typed as steps cannot be read; `steps` are those before. */
  hasWrongSteps: boolean;
}
export interface WeekDraft {
  key: number;
  note: string;
  sessions: readonly SessionDraft[];
}

let keys = 0;
const newKey = (): number => ++keys;

export const emptySession = (day: number): SessionDraft => ({
  key: newKey(),
  day,
  sport: 'run',
  kind: 'easy',
  title: '',
  description: '',
  measure: 'duration',
  amount: '30',
  steps: [],
  hasWrongSteps: false,
});
export const emptyWeek = (): WeekDraft => ({ key: newKey(), note: '', sessions: [emptySession(0)] });
export const copyWeek = ({ note, sessions }: WeekDraft): WeekDraft => ({
  key: newKey(),
  note,
  sessions: sessions.map((session) => Object.assign({}, session, { key: newKey(), hasWrongSteps: false })),
});

const rounded = (value: number): string => String(Number(value.toFixed(2)));

export function draftOf(weeks: PlanWeeks): WeekDraft[] {
  return weeks.map(({ note, sessions }) => ({
    key: newKey(),
    note,
    sessions: sessions.map(({ day, sport, kind, title, description, distance, duration, steps }) => ({
      key: newKey(),
      day,
      sport,
      kind,
      title,
      description,
      measure: distance === null ? ('duration' as const) : ('distance' as const),
      amount: distance === null ? rounded((duration ?? 0) / 60) : rounded(distance / 1000),
      steps,
      hasWrongSteps: false,
    })),
  }));
}

/** The number that was typed, with a point or a comma; null where there is none above 0. */
export function amountOf(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && Number.isFinite(value) && value > 0 ? value : null;
}

/** What is wrong with a session; null where it can be saved. */
export const problemOf = ({
  title,
  amount,
  hasWrongSteps,
}: SessionDraft): 'title' | 'amount' | 'steps' | null =>
  title.trim() === '' ? 'title' : amountOf(amount) === null ? 'amount' : hasWrongSteps ? 'steps' : null;

export const weeksOf = (weeks: readonly WeekDraft[]): PlanInput['weeks'] =>
  weeks.map(({ note, sessions }) => ({
    note,
    sessions: sessions.map(({ day, sport, kind, title, description, measure, amount, steps }) => {
      const value = amountOf(amount) ?? 0;
      return {
        day,
        sport,
        kind,
        title,
        description,
        steps,
        distance: measure === 'distance' ? Math.round(value * 1000) : null,
        duration: measure === 'duration' ? Math.round(value * 60) : null,
      };
    }),
  }));

/**
 * Steps as they are typed, one a line: `10:00 warm-up`, `5x`, `- 400 m fast`, `- 1:30 rest`, `10:00 cool-down`. Lines
 * that begin with a dash belong to the repeat above them. Other targets than words stay with the sessions they came in.
 * @returns null for a line that is no step
 */
export function readSteps(text: string): Session['steps'] | null {
  const items: Session['steps'] = [];
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '') continue;
    const repeat = /^(\d{1,2}) ?x$/i.exec(line);
    if (repeat) {
      items.push({ reps: Number(repeat[1]), steps: [] });
      continue;
    }
    const isNested = line.startsWith('-');
    const step = readStep(isNested ? line.slice(1).trim() : line);
    const last = items.at(-1);
    if (!step) return null;
    if (!isNested) items.push(step);
    else if (last && 'reps' in last) last.steps.push(step);
    else return null;
  }
  return items.every((item) => !('reps' in item) || (item.reps > 1 && item.steps.length > 0)) ? items : null;
}

type Step = Exclude<Session['steps'][number], { reps: number }>;

function readStep(line: string): Step | null {
  const timed = /^(\d{1,3}):(\d\d)(?: (.*))?$/.exec(line);
  const measured = /^(\d{1,6}(?:[.,]\d{1,2})?) ?(km|m)(?: (.*))?$/.exec(line);
  const words = (timed?.[3] ?? measured?.[3] ?? '').trim();
  const step: Step = {};
  if (timed) step.duration = Number(timed[1]) * 60 + Number(timed[2]);
  else if (measured)
    step.distance = Number(measured[1]!.replace(',', '.')) * (measured[2] === 'km' ? 1000 : 1);
  else return null;
  if (/^warm/i.test(words)) step.warmup = true;
  else if (/^cool/i.test(words)) step.cooldown = true;
  else if (/^(rest|recover|jog|walk)/i.test(words)) step.intensity = 'recovery';
  if (words) step.text = words.slice(0, 120);
  return step;
}

/** Steps as lines to be changed; null where they have targets that lines cannot say. */
export function writeSteps(items: Session['steps']): string | null {
  const lines: string[] = [];
  const write = (step: Step, before: string): boolean => {
    if (step.power || step.hr || step.pace || step.rpe || step.ramp) return false;
    const length = step.duration === undefined ? `${step.distance} m` : formatMinutes(step.duration);
    lines.push(`${before}${length}${step.text ? ` ${step.text}` : ''}`);
    return true;
  };
  for (const item of items) {
    if (!('reps' in item)) {
      if (!write(item, '')) return null;
      continue;
    }
    lines.push(`${item.reps}x`);
    if (!item.steps.every((step) => write(step, '- '))) return null;
  }
  return lines.join('\n');
}

const formatMinutes = (seconds: number): string =>
  seconds < 3600
    ? formatDuration(seconds)
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
