import { useLingui } from '@lingui/react/macro';
import { Tabs } from '@waymark/ui';

/** The two ways to add a workout. */
export function AddTabs({ current }: { current: 'create' | 'import' }) {
  const { t } = useLingui();
  return (
    <Tabs
      label={t`Add a workout`}
      items={[
        { href: '/workout/create/', label: t`Log Manually`, current: current === 'create' },
        { href: '/workout/import', label: t`Upload From File`, current: current === 'import' },
      ]}
    />
  );
}
