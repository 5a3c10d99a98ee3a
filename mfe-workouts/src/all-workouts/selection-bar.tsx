import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import type { Privacy } from '@waymark/api-contract';
import { loadActivityOptions } from '@waymark/remote';
import {
  ActivityTypePicker,
  Box,
  Button,
  ChevronDownIcon,
  CloseIcon,
  DownloadIcon,
  Flex,
  IconButton,
  Select,
  TrashIcon,
} from '@waymark/ui';
import { useGear } from '../details/gear/use-gear.ts';
import { usePrivacyOptions } from '../shared/privacy-options.ts';
import { useBulkActions } from '../shared/use-bulk-actions.ts';

interface SelectionBarProps {
  ids: readonly number[];
  onClear: () => void;
}

const NO_GEAR = 'none';

/** Where large text or a phone leaves room for one row only, the actions come out of it by a button. */
const ACTIONS = {
  containerType: 'inline-size',
  '& [data-part=actions]': { display: 'contents' },
  '@container (min-width: 40rem)': { '& [data-part=more]': { display: 'none' } },
  '@container (max-width: 39.99rem)': {
    '& > div': { gap: '8px' },
    '& [role=status]': { fontSize: 'min(1rem, 7cqi)', lineHeight: 1.2 },
    '& [data-part=actions]': {
      display: 'flex',
      flex: '1 1 100%',
      flexWrap: 'wrap',
      gap: '12px',
      maxHeight: '50vh',
      overflowY: 'auto',
    },
    '& [data-part=actions][data-open=false]': { display: 'none' },
  },
} as const;

/** What can be done with all that is selected; stays at the lower edge while the list scrolls. */
export function SelectionBar({ ids, onClear }: SelectionBarProps) {
  const { t } = useLingui();
  const privacy = usePrivacyOptions();
  const { data: gear } = useGear();
  const [isOpen, setIsOpen] = useState(false);
  const actions = useId();
  const { isBusy, change, remove, exportTable } = useBulkActions(onClear);
  return (
    <Box
      role="region"
      aria-label={t`Selected workouts`}
      aria-busy={isBusy}
      data-bottom-bar=""
      css={ACTIONS}
      position="sticky"
      bottom={0}
      zIndex={2}
      bg="paper"
      borderTop="hairline"
      py={3}
      pb="max(12px, env(safe-area-inset-bottom))"
    >
      <Flex gap={3} wrap="wrap" align="center">
        <IconButton size="sm" label={t`Clear selection`} icon={<CloseIcon />} onClick={onClear} />
        <Box as="b" role="status" flex={{ base: '1 1 0', lg: '0 0 auto' }} minW={0}>
          <Plural value={ids.length} one="# selected" other="# selected" />
        </Box>
        <Button
          data-part="more"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={actions}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Trans>More</Trans>
          <ChevronDownIcon size={18} />
        </Button>
        <Box id={actions} data-part="actions" data-open={isOpen}>
          <Box flex="1 1 10.6rem" maxW={{ md: '220px' }}>
            <ActivityTypePicker
              load={loadActivityOptions}
              placeholder={t`Change activity`}
              value={null}
              disabled={isBusy}
              onChange={(activity_type_id) => void change(ids, { activity_type_id })}
            />
          </Box>
          <Box flex="1 1 9.4rem" maxW={{ md: '200px' }}>
            <Select
              aria-label={t`Who can see it`}
              value=""
              placeholder={t`Who can see it`}
              disabled={isBusy}
              options={privacy}
              onChange={(level) => level && void change(ids, { privacy: Number(level) as Privacy })}
            />
          </Box>
          <Box flex="1 1 8.2rem" maxW={{ md: '200px' }}>
            <Select
              aria-label={t`Gear`}
              value=""
              placeholder={t`Gear`}
              disabled={isBusy}
              options={[
                { value: NO_GEAR, label: t`No gear` },
                ...(gear?._embedded.gear ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={(id) => id && void change(ids, { gear_id: id === NO_GEAR ? null : Number(id) })}
            />
          </Box>
          <Button icon={<DownloadIcon />} disabled={isBusy} onClick={() => void exportTable(ids)}>
            <Trans>Export</Trans>
          </Button>
          <Button variant="danger" icon={<TrashIcon />} loading={isBusy} onClick={() => void remove(ids)}>
            <Trans>Delete</Trans>
          </Button>
        </Box>
      </Flex>
    </Box>
  );
}
