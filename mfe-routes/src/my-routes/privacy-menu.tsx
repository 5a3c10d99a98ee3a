import type { Privacy, RouteSummary } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { CheckIcon, GlobeIcon, LinkIcon, LockIcon, Menu, UsersIcon } from '@waymark/ui';
import type { ReactNode } from 'react';

interface PrivacyMenuProps {
  route: RouteSummary;
  onChange: (level: Privacy) => void;
}

const ICONS: Readonly<Record<Privacy, ReactNode>> = {
  0: <LockIcon />,
  1: <UsersIcon />,
  3: <GlobeIcon />,
  6: <LinkIcon />,
};

/** Who sees a route, and the choice of another level. */
export function PrivacyMenu({ route, onChange }: PrivacyMenuProps) {
  const { t } = useLingui();
  const names: Readonly<Record<Privacy, string>> = {
    0: t`Private (only me)`,
    1: t`Friends`,
    3: t`Everyone`,
    6: t`Anyone with the link`,
  };
  const levels: readonly Privacy[] = [0, 1, 3, 6];
  return (
    <Menu
      label={names[route.privacy]}
      size="sm"
      variant="quiet"
      items={levels.map((level) => ({
        label: names[level],
        icon: level === route.privacy ? <CheckIcon /> : ICONS[level],
        onSelect: () => level !== route.privacy && onChange(level),
      }))}
    />
  );
}
