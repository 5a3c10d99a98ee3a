import { useLingui } from '@lingui/react/macro';
import { Badge, ClockIcon, Flex, FootstepsIcon, GaugeIcon } from '@waymark/ui';
import type { ReactNode } from 'react';

/** What recorded the workout. Gait coaching is told to its own member only. */
export function Badges({ attributions, own }: { attributions: readonly string[]; own: boolean }) {
  const { t } = useLingui();
  const known: Record<string, { label: string; icon: ReactNode }> = {
    foot_pod: { label: t`Foot pod`, icon: <FootstepsIcon /> },
    smartwatch_garmin: { label: t`Garmin watch`, icon: <ClockIcon /> },
    smartwatch_apple: { label: t`Apple Watch`, icon: <ClockIcon /> },
    smartwatch_other: { label: t`Sports watch`, icon: <ClockIcon /> },
    gait_coaching: { label: t`Gait coaching`, icon: <GaugeIcon /> },
  };
  const shown = attributions.filter((key) => known[key] && (own || key !== 'gait_coaching'));
  if (shown.length === 0) return null;
  return (
    <Flex as="ul" aria-label={t`Recorded with`} wrap="wrap" gap={2} mt={3} p={0} listStyleType="none">
      {shown.map((key) => (
        <li key={key}>
          <Badge hue="sky">
            {known[key]!.icon}
            {known[key]!.label}
          </Badge>
        </li>
      ))}
    </Flex>
  );
}
