import type { ConsentDefinition, ConsentMatrix, ConsentState, ConsentStatus } from '@waymark/api-contract';
import type { Residence } from './matrix.ts';

/** The latest answer to one consent, as far as deciding needs it. */
export interface LatestAnswer {
  consent_id: string;
  choice: 'accepted' | 'declined';
  matrix_version: number;
  source: 'form' | 'gpc' | 'signup';
  had_gpc: boolean;
  recorded_at: Date;
}

export interface EvaluationInput {
  matrix: ConsentMatrix;
  answers: readonly LatestAnswer[];
  residence: Residence;
  /** The region rests on a guess. */
  isResidenceGuessed: boolean;
  /** The browser of this call sends `Sec-GPC: 1`. */
  hasGpc: boolean;
}

/** An answer to other words than today's is none. */
const isCurrent = (answer: LatestAnswer | undefined, { changed_in }: ConsentDefinition): boolean =>
  answer !== undefined && answer.matrix_version >= changed_in;

/**
 * A signal of the browser counts like a refusal, until the member accepts by the form although the signal is sent: then
 * they have confirmed the exception.
 */
function isGranted(
  definition: ConsentDefinition,
  answer: LatestAnswer | undefined,
  isGpcHonoured: boolean,
): boolean {
  const choice = isCurrent(answer, definition) ? answer?.choice : undefined;
  if (definition.kind !== 'opt_out') return choice === 'accepted';
  if (choice === 'declined') return false;
  return !isGpcHonoured || (choice === 'accepted' && answer?.had_gpc === true);
}

function stateOf(
  definition: ConsentDefinition,
  answer: LatestAnswer | undefined,
  isGpcHonoured: boolean,
): ConsentState {
  return {
    id: definition.id,
    kind: definition.kind,
    is_granted: isGranted(definition, answer, isGpcHonoured),
    choice: answer?.choice ?? null,
    source: answer?.source ?? null,
    matrix_version: answer?.matrix_version ?? null,
    recorded_datetime: answer?.recorded_at.toISOString() ?? null,
    needs_answer: !isCurrent(answer, definition),
  };
}

/** What holds for somebody in a region, from the newest matrix and their latest answers. */
export function evaluateConsents({
  matrix,
  answers,
  residence,
  isResidenceGuessed,
  hasGpc,
}: EvaluationInput): ConsentStatus {
  const isHonoured = hasGpc && matrix.honours_gpc;
  const byId = new Map(answers.map((answer) => [answer.consent_id, answer]));
  const consents = matrix.consents.map((definition) =>
    stateOf(definition, byId.get(definition.id), isHonoured),
  );
  return {
    matrix_id: matrix.id,
    matrix_version: matrix.version,
    country: residence.country,
    state: residence.state,
    needs_country: isResidenceGuessed,
    needs_answer: consents.some(
      ({ kind, needs_answer }) => needs_answer && (kind === 'required' || kind === 'explicit'),
    ),
    gpc: { is_received: hasGpc, is_honoured: isHonoured },
    shows_do_not_sell:
      !isHonoured &&
      consents.some(({ id, kind, choice }) => id === 'sale_share' && kind === 'opt_out' && !choice),
    consents,
  };
}
