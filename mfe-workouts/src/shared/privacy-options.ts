import { PRIVACY_NAMES } from '@waymark/ui';
import { useLingui } from '@lingui/react/macro';

/** The levels of privacy with their names, as selects show them. */
export function usePrivacyOptions(): { value: string; label: string }[] {
  const { i18n } = useLingui();
  return Object.entries(PRIVACY_NAMES).map(([value, name]) => ({ value, label: i18n._(name) }));
}
