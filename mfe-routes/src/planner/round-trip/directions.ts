import { useLingui } from '@lingui/react/macro';

/** Compass directions in degrees, as selects show them; '' for any. */
export function useDirections(): { value: string; label: string }[] {
  const { t } = useLingui();
  return [
    { value: '', label: t`Any direction` },
    { value: '0', label: t`North` },
    { value: '45', label: t`Northeast` },
    { value: '90', label: t`East` },
    { value: '135', label: t`Southeast` },
    { value: '180', label: t`South` },
    { value: '225', label: t`Southwest` },
    { value: '270', label: t`West` },
    { value: '315', label: t`Northwest` },
  ];
}
