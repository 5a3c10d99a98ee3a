import type {
  ConsentChoice,
  ConsentDefinition,
  ConsentMatrix,
  ConsentSource,
  ConsentState,
  ConsentStatus,
} from '@waymark/api-contract';
import { type Residence, SALE_SHARE } from './matrix.ts';

/** The latest answer to one consent, as far as deciding needs it. */
export interface LatestAnswer {
  consent_id: string;
  choice: ConsentChoice;
  matrix_version: number;
  source: ConsentSource;
  had_gpc: boolean;
  recorded_at: Date;
}

export interface EvaluationInput {
  /** What applies to the person: their region's, by their age. */
  matrix: ConsentMatrix;
  answers: readonly LatestAnswer[];
  residence: Residence;
  /** The region rests on a guess, or needs a state that is not known. */
  isResidenceUncertain: boolean;
  /** The browser of this call sends `Sec-GPC: 1`. */
  hasGpc: boolean;
}

/** All of a status but what depends on the residence alone. */
export type Evaluation = Omit<ConsentStatus, 'shows_privacy_choices'>;

/**
 * Whether an honoured signal of the browser changes what stands: it refuses, until the person accepts while it is sent;
 * then they have confirmed the exception.
 */
export const isRefusedBySignal = (
  { kind, refused_by_gpc }: ConsentDefinition,
  answer: LatestAnswer | undefined,
): boolean =>
  refused_by_gpc &&
  (kind === 'optional' || kind === 'opt_out') &&
  answer?.choice !== 'declined' &&
  !answer?.had_gpc;

/**
 * What stands for one consent. A refusal stands for good, whatever region or version it was an answer to. A permission
 * is one only for the words that were accepted: once their meaning changed it is asked for anew, and refused until then.
 */
function decide(
  definition: ConsentDefinition,
  answer: LatestAnswer | undefined,
  isSignalBinding: boolean,
): 'refused' | 'granted' | 'outdated' | 'unanswered' {
  if (answer?.choice === 'declined') return 'refused';
  if (isSignalBinding && isRefusedBySignal(definition, answer)) return 'refused';
  if (answer === undefined) return 'unanswered';
  return answer.matrix_version >= definition.changed_in ? 'granted' : 'outdated';
}

function stateOf(
  definition: ConsentDefinition,
  answer: LatestAnswer | undefined,
  isSignalBinding: boolean,
): ConsentState {
  const { id, kind } = definition;
  const decision = decide(definition, answer, isSignalBinding);
  return {
    id,
    kind,
    is_granted: decision === 'granted' || (decision === 'unanswered' && kind === 'opt_out'),
    choice: answer?.choice ?? null,
    source: answer?.source ?? null,
    matrix_version: answer?.matrix_version ?? null,
    recorded_datetime: answer?.recorded_at.toISOString() ?? null,
    needs_answer:
      decision === 'unanswered' || decision === 'outdated' || (decision === 'refused' && kind === 'required'),
  };
}

/** Pages with a guard wait for it: what the law wants asked by itself, and what was accepted under other words. */
const isAwaited = ({ kind, choice, needs_answer }: ConsentState): boolean =>
  needs_answer && (kind === 'required' || kind === 'explicit' || choice === 'accepted');

/** What holds for somebody in a region, from the newest matrix and their latest answers. */
export function evaluateConsents({
  matrix,
  answers,
  residence,
  isResidenceUncertain,
  hasGpc,
}: EvaluationInput): Evaluation {
  const isSignalBinding = hasGpc && matrix.honours_gpc;
  const byId = new Map(answers.map((answer) => [answer.consent_id, answer]));
  const consents = matrix.consents.map((definition) =>
    stateOf(definition, byId.get(definition.id), isSignalBinding),
  );
  return {
    matrix_id: matrix.id,
    matrix_version: matrix.version,
    country: residence.country,
    state: residence.state,
    needs_country: isResidenceUncertain,
    needs_answer: consents.some(isAwaited),
    gpc: { is_received: hasGpc, is_honoured: isSignalBinding && !isGranted({ consents }, SALE_SHARE) },
    shows_do_not_sell: consents.some(
      ({ id, kind, needs_answer }) => id === SALE_SHARE && kind === 'opt_out' && needs_answer,
    ),
    consents,
  };
}

/** Whether what needs a consent may run. What is not asked for is not granted. */
export const isGranted = ({ consents }: Pick<ConsentStatus, 'consents'>, consentId: string): boolean =>
  consents.some(({ id, is_granted }) => id === consentId && is_granted);
