import type { Updateable } from 'kysely';
import type { Trx } from '../../kernel/database/tables.ts';
import { conflict, invalid, notFound } from '../../kernel/server/errors.ts';
import { addDays } from '../../kernel/local-day.ts';
import { easeSession } from './ease-session.ts';
import type { SessionRow, StartedPlanState } from './read-started.ts';
import type { PlannedSessionTable } from './tables.ts';

/** How far sessions move beyond the plan. */
const MOVE_BEFORE_DAYS = 28;
const MOVE_AFTER_DAYS = 182;

type SessionChange = Pick<
  Updateable<PlannedSessionTable>,
  | 'day'
  | 'is_skipped'
  | 'workout_id'
  | 'is_unmatched'
  | 'steps'
  | 'distance'
  | 'duration'
  | 'load_percent'
  | 'full_load'
>;

/** A change of a started plan, under the member lock: what it does to sessions is written at the end. */
export class PlanChange {
  readonly state: StartedPlanState;
  readonly #changes = new Map<number, SessionChange>();

  constructor(state: StartedPlanState) {
    this.state = state;
  }

  /** The days to which sessions move. */
  get range(): readonly [from: string, to: string] {
    const { first_day: firstDay, week_count: weeks } = this.state.row;
    return [addDays(firstDay, -MOVE_BEFORE_DAYS), addDays(firstDay, weeks * 7 + MOVE_AFTER_DAYS)];
  }

  /** @throws ApiProblem 404 */
  session(id: number): SessionRow {
    const session = this.state.sessions.find((one) => one.id === id);
    if (!session) throw notFound('session');
    return session;
  }

  isDone = (session: SessionRow): boolean => this.state.matches.has(session.id);

  set(session: SessionRow, change: SessionChange): void {
    this.#changes.set(session.id, { ...this.#changes.get(session.id), ...change });
  }

  /** @throws ApiProblem 400 for a day far from the plan, 409 for a session that is done */
  move(session: SessionRow, day: string): void {
    if (session.day === day) return;
    if (this.isDone(session))
      throw conflict('session_done', 'This session is done. It stays on the day of its workout.');
    const [from, to] = this.range;
    if (day < from || day > to) throw invalid({ day: [`Choose a day from ${from} to ${to}.`] });
    this.set(session, { day });
  }

  /** @param percent of the load that the plan has for it */
  setLoad(session: SessionRow, percent: number): void {
    const full = session.full_load ?? {
      steps: session.steps,
      distance: session.distance,
      duration: session.duration,
    };
    const isEased = percent < 100;
    const { steps, distance, duration } = isEased ? easeSession(full, session.sport, percent) : full;
    this.set(session, {
      steps: JSON.stringify(steps),
      distance,
      duration,
      load_percent: percent,
      full_load: isEased ? JSON.stringify(full) : null,
    });
  }

  /**
   * The later sessions of its week move up, each to the day of the one before. A race keeps its day, and nothing moves to
   * a day that is over: of a session that was missed, today is free unless there is another one.
   */
  closeUp(skipped: SessionRow, today: string): void {
    const isOver = skipped.day < today;
    let free = isOver ? today : skipped.day;
    if (isOver && this.state.sessions.some(({ day, is_skipped }) => day === today && !is_skipped)) return;
    const later = this.state.sessions.filter(
      (one) =>
        one.week === skipped.week &&
        one.kind !== 'race' &&
        !one.is_skipped &&
        !this.isDone(one) &&
        (one.day > free || (one.day === free && one.id > skipped.id)),
    );
    for (const session of later) {
      const { day } = session;
      this.move(session, free);
      free = day;
    }
  }

  async save(trx: Trx, now: Date): Promise<void> {
    const { user_id: userId } = this.state.row;
    for (const [id, change] of this.#changes)
      await trx
        .updateTable('planned_sessions')
        .set((at) => ({ ...change, revision: at('revision', '+', 1), updated_at: now }))
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute();
  }
}
