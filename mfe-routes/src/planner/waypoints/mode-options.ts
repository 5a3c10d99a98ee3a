import type { TravelMode } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';

/** How a leg goes, as selects show it. */
export function useModeOptions(): { value: `${TravelMode}`; label: string }[] {
  const { t } = useLingui();
  return [
    { value: '1', label: t`On foot` },
    { value: '2', label: t`By bike` },
    { value: '3', label: t`By car` },
    { value: '0', label: t`Straight` },
  ];
}
