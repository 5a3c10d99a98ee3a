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
  current: ConsentState | null;
}

export interface Consents {
  status: ConsentStatus;
  matrix: ConsentMatrix;
  items: readonly ConsentItem[];
}

const matrixId = ({ country, state }: Residence) => (country === 'US' && state ? `US-${state}` : country);

/** The matrix of a region; a state without one of its own has its country's. */
function useMatrix(id: string | undefined) {
  const exact = useCall(consentCalls.matrix, { params: { id: id ?? '' } }, { enabled: id !== undefined });
  const isUnknownState = exact.error?.status === 404 && Boolean(id?.includes('-'));
  const ofCountry = useCall(
    consentCalls.matrix,
    { params: { id: id?.split('-')[0] ?? '' } },
    { enabled: isUnknownState },
  );
  return isUnknownState ? ofCountry : exact;
}

/** What is asked of this member or of this browser, what they answered, and the way to answer anew. */
export function useConsents() {
  const locale = useFormatLocale();
  const isMember = isSignedIn(useSession());
  const { screen } = usePrivacyLinks();
  const [residence, setResidence] = useState<Residence | null>(null);
  const place = residence && {
    country: residence.country,
    ...(residence.state && { state: residence.state }),
  };
  const status = useCall(consentCalls.status, {
    query: { user_locale: locale, ...(isMember ? {} : place) },
  });
  const matrix = useMatrix(residence ? matrixId(residence) : status.data?.matrix_id);
  const send = useSend(consentCalls.update);

  const consents: Consents | null =
    status.data && matrix.data
      ? {
          status: status.data,
          matrix: matrix.data,
          items: matrix.data.consents.map((definition) => ({
            ...definition,
            current: status.data.consents.find(({ id }) => id === definition.id) ?? null,
          })),
        }
      : null;

  const answer = async (choices: Record<string, ConsentChoice>, on = screen): Promise<void> => {
    if (!consents) return;
    await send.mutateAsync({
      body: {
        matrix_id: consents.matrix.id,
        matrix_version: consents.matrix.version,
        choices,
        locale,
        screen: on,
        ...place,
      },
    });
    // Pages that waited for the answer open once the host knows of it.
    if (isMember) await reloadSession().catch(() => undefined);
  };

  return {
    consents,
    isMember,
    residence,
    setResidence,
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

/** Answers on their way from the form to the page that shows what declining means; nothing of it is recorded yet. */
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
