import { Trans } from '@lingui/react/macro';
import { ApiError, reloadSession } from '@waymark/contract';
import { useSession } from '@waymark/remote';
import { Link, Text } from '@waymark/ui';
import { type ReactNode, useEffect, useState } from 'react';

interface HealthConsent {
  /** Health data can be saved: the consent is given, or not asked for where the member lives. */
  hasConsent: boolean;
  /** Fields that were there once stay until the form is left: what was typed does not vanish. */
  areFieldsOffered: boolean;
}

/**
 * Whether a form offers fields of health data, and whether they can be saved.
 * @param failure of the last save: after a refusal for want of the consent, which was taken back elsewhere, the session is
 * read anew
 * @param isTyped a value stands in the form already
 */
export function useHealthConsent(failure?: unknown, isTyped = false): HealthConsent {
  const { user } = useSession();
  const isRefused = failure instanceof ApiError && failure.code === 'health_consent_needed';
  useEffect(() => {
    // The refusal stands beside the field, whether or not this succeeds.
    if (isRefused) void reloadSession().catch(() => undefined);
  }, [isRefused]);
  const hasConsent = user?.consents['health'] !== false;
  const [areFieldsOffered, setAreFieldsOffered] = useState(false);
  if (!areFieldsOffered && (hasConsent || isTyped)) setAreFieldsOffered(true);
  return { hasConsent, areFieldsOffered };
}

/** Stands in place of fields of health data: why they are not offered, with the way to the choice. It opens a tab of its own, so that nothing typed is lost. */
export function HealthConsentNote({ children }: { children: ReactNode }) {
  return (
    <Text muted size="sm">
      {children}{' '}
      <Link external href="/privacy_center/consents/edit">
        <Trans>Change your answer in a new tab</Trans>
      </Link>
    </Text>
  );
}
