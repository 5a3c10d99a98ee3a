import type {
  ConsentChoice,
  ConsentDefinition,
  ConsentMatrix,
  ConsentState,
  ConsentStatus,
} from '@waymark/api-contract';
import { consentCalls } from '@waymark/api-contract/client';
import { isSignedIn, reloadSession } from '@waymark/contract';
import { useCall, useFormatLocale, useSend, useSession } from '@waymark/remote';
import { useState } from 'react';
import { usePrivacyLinks } from './privacy-frame.tsx';

export interface Residence {
  country: string;
  /** Of the US; empty for everywhere else. */
  state: string;
}

/** One consent: what is asked for, and what holds. */
export interface ConsentItem extends ConsentDefinition {
  current: ConsentState;
}

/** It was accepted under other words than today's: off until it is accepted again. */
export const isOutdated = ({ current }: ConsentItem): boolean =>
  current.choice === 'accepted' && current.needs_answer;

export interface Consents {
  status: ConsentStatus;
  matrix: ConsentMatrix;
  items: readonly ConsentItem[];
}

const placeOf = (residence: Residence | null) =>
  residence && { country: residence.country, ...(residence.state && { state: residence.state }) };

/** While somebody changes where they live, what is on the page stays until the new answer is there. */
const KEEP = { placeholderData: <T>(before: T | undefined) => before };

/** What is asked of this member or of this browser, what they answered, and the way to answer anew. */
export function useConsents(stagedResidence: Residence | null = null) {
  const locale = useFormatLocale();
  const isMember = isSignedIn(useSession());
  const { screen } = usePrivacyLinks();
  const [residence, setResidence] = useState(stagedResidence);
  const status = useCall(
    consentCalls.status,
    { query: { user_locale: locale, ...placeOf(residence) } },
    KEEP,
  );
  const matrixId = status.data?.matrix_id;
  const matrix = useCall(
    consentCalls.matrix,
    { params: { id: matrixId ?? '' } },
    { ...KEEP, enabled: matrixId !== undefined },
  );
  const send = useSend(consentCalls.update);

  const consents: Consents | null =
    status.data && matrix.data
      ? {
          status: status.data,
          matrix: matrix.data,
          // Of its region's consents the person is asked for those of the status, which knows their age.
          items: status.data.consents.flatMap((current) => {
            const definition = matrix.data.consents.find(({ id }) => id === current.id);
            return definition ? [{ ...definition, kind: current.kind, current }] : [];
          }),
        }
      : null;

  const update = async (
    choices: Record<string, ConsentChoice>,
    { on = screen, where = residence }: { on?: string; where?: Residence | null } = {},
  ): Promise<void> => {
    if (!consents) return;
    await send.mutateAsync({
      body: {
        matrix_id: consents.matrix.id,
        matrix_version: consents.matrix.version,
        choices,
        locale,
        screen: on,
        ...placeOf(where),
      },
    });
    // Saved: from here on the server says where they live.
    setResidence((current) =>
      current?.country === where?.country && current?.state === where?.state ? null : current,
    );
    // Pages that waited for the answer open once the host knows of it.
    if (isMember) await reloadSession().catch(() => undefined);
  };
  const answer = (choices: Record<string, ConsentChoice>, on = screen) => update(choices, { on });
  const saveResidence = (where: Residence): Promise<void> => update({}, { where });

  return {
    consents,
    isMember,
    residence,
    setResidence,
    saveResidence,
    answer,
    /** The last answer could not be recorded. */
    failure: send.error,
    isSending: send.isPending,
    error: status.error ?? matrix.error,
    isFetching: status.isFetching || matrix.isFetching,
    retry: () => Promise.all([status.refetch(), matrix.refetch()]),
  };
}
export type ConsentsState = ReturnType<typeof useConsents>;

/** Answers on their way from the form to the page that shows what declining means, and back; nothing of it is recorded yet. */
export interface StagedDecline {
  /** Consents about to be declined. */
  stagedUnconsentedList: readonly string[];
  /** Page on which they were declined, which is recorded with them. */
  stagedScreenName: string;
  /** All changed answers of the form. */
  answers: Record<string, ConsentChoice>;
  residence: Residence | null;
  /** The page to go on to. */
  next: string | null;
}

/** What the form left in the history entry of this page; null when it was opened by itself. */
export function stagedDeclineOf(state: unknown): StagedDecline | null {
  const staged = (state as { staged?: StagedDecline } | null)?.staged;
  return staged && Array.isArray(staged.stagedUnconsentedList) ? staged : null;
}

/** The form, with the page to go on to. */
export const editAddress = (path: string, next: string | null): string =>
  next ? `${path}?next=${encodeURIComponent(next)}` : path;
