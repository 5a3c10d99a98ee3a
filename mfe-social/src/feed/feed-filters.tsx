import { useLingui } from '@lingui/react/macro';
import { groupName, SegmentedControl, Select } from '@waymark/ui';
import type { FeedFilter } from './feed-address.ts';
import './look.css';

const GROUPS = ['run', 'ride', 'walk', 'hike', 'swim', 'winter', 'gym', 'class', 'yoga', 'sport'];

interface FeedFiltersProps extends FeedFilter {
  onChange: (filter: FeedFilter) => void;
}

/** Whose posts, and of which activity. */
export default function FeedFilters({ view, group, onChange }: FeedFiltersProps) {
  const { t, i18n } = useLingui();
  return (
    <div className="wm-f-filters">
      <SegmentedControl
        label={t`Whose posts`}
        options={[
          { value: 'all', label: t`All` },
          { value: 'friends', label: t`Friends` },
          { value: 'own', label: t`You` },
        ]}
        value={view}
        onChange={(next) => onChange({ view: next, group })}
      />
      <div>
        <Select
          aria-label={t`Activity`}
          placeholder={t`All activities`}
          options={GROUPS.map((value) => ({ value, label: i18n._(groupName(value)) }))}
          value={group}
          onChange={(next) => onChange({ view, group: next })}
        />
      </div>
    </div>
  );
}
