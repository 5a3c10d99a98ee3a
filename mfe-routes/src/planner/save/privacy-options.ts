import { useLingui } from '@lingui/react/macro';

/** The levels of privacy with their names, as selects show them. */
export function usePrivacyOptions(): { value: string; label: string }[] {
  const { t } = useLingui();
  return [
    { value: '0', label: t`Private (only me)` },
    { value: '1', label: t`Friends` },
    { value: '3', label: t`Everyone` },
    { value: '6', label: t`Anyone with the link` },
  ];
}
