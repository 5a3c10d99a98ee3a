import { useLingui } from '@lingui/react/macro';
import { Box, Flex, groupName, SegmentedControl, Select } from '@waymark/ui';
import type { FeedView } from './use-feed.ts';

const GROUPS = ['run', 'ride', 'walk', 'hike', 'swim', 'winter', 'gym', 'class', 'yoga', 'sport'];

interface FeedFiltersProps {
  view: FeedView;
  group: string;
  onChange: (filter: { view: FeedView; group: string }) => void;
}

/** Whose posts, and of which activity. */
export default function FeedFilters({ view, group, onChange }: FeedFiltersProps) {
  const { t, i18n } = useLingui();
  return (
    <Flex gap={3} wrap="wrap" justify="space-between" align="center">
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
      <Box w="190px">
        <Select
          aria-label={t`Activity`}
          placeholder={t`All activities`}
          options={GROUPS.map((value) => ({ value, label: i18n._(groupName(value)) }))}
          value={group}
          onChange={(next) => onChange({ view, group: next })}
        />
      </Box>
    </Flex>
  );
}
