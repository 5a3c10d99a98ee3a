import { useLingui, Trans } from '@lingui/react/macro';
import { loadActivityOptions } from '@waymark/remote';
import {
  ActivityTypePicker,
  Box,
  CloseIcon,
  Field,
  Flex,
  IconButton,
  Input,
  NumberInput,
  Select,
  Button,
  Modal,
  Stack,
} from '@waymark/ui';
import { convert } from '@waymark/units';
import { type DistanceUnit, RADII } from './search-criteria.ts';
import type { Draft, DraftProblem, DraftProblems } from './search-draft.ts';
import { useLength } from './order-options.ts';
import type { FormEvent } from 'react';

export interface FilterFieldsProps {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  problems: DraftProblems;
}

/** Radii to choose from, with the one that is set where it is none of them. */
function radiiWith(radius: string, unit: DistanceUnit): number[] {
  return [...new Set([...RADII[unit], Number(radius)])].sort((a, b) => a - b);
}

/** The radius of another unit that is nearest to what is set. */
function radiusFor(radius: string, from: DistanceUnit, to: DistanceUnit): string {
  const wanted = convert(Number(radius), from, to);
  const near = RADII[to].toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0]!;
  return String(near);
}

/** Radius, distance, activity and name. */
export function FilterFields({ draft, onDraft, problems }: FilterFieldsProps) {
  const { t } = useLingui();
  const length = useLength();
  const set = (part: Partial<Draft>) => onDraft({ ...draft, ...part });
  const words: Readonly<Record<DraftProblem, string>> = {
    'not a number': t`Enter a distance as a number.`,
    'too far': t`No route is that long.`,
    'turned around': t`The longest distance is below the shortest.`,
    'no letters': t`Enter a word of the name.`,
  };
  const saying = (problem: DraftProblem | undefined) =>
    problem ? { error: words[problem], touched: true } : {};
  return (
    <>
      <Box minW="104px" flex="0 1 120px">
        <Field label={t`Within`}>
          <Select
            value={draft.radius}
            onChange={(radius) => set({ radius })}
            options={radiiWith(draft.radius, draft.unit).map((value) => ({
              value: String(value),
              label: length(value, draft.unit),
            }))}
          />
        </Field>
      </Box>
      <Box flex="1 1 200px" minW={0} maxW={{ md: '260px' }}>
        <Field label={t`Activity`}>
          <Flex gap={1} align="center">
            <Box flex={1} minW={0}>
              <ActivityTypePicker
                load={loadActivityOptions}
                placeholder={t`All activities`}
                value={draft.activityType}
                onChange={(activityType) => set({ activityType })}
              />
            </Box>
            {draft.activityType !== null && (
              <IconButton
                size="sm"
                label={t`Any activity`}
                icon={<CloseIcon />}
                onClick={() => set({ activityType: null })}
              />
            )}
          </Flex>
        </Field>
      </Box>
      <Flex gap={2} align="flex-end" wrap={{ base: 'wrap', md: 'nowrap' }} flex="0 1 auto">
        <Box minW="112px" flex={{ base: '1 1 100%', md: '0 0 auto' }}>
          <Field label={t`Length`}>
            <Select
              value={draft.distanceType}
              onChange={(value) => set({ distanceType: value === 'between' ? 'between' : 'atleast' })}
              options={[
                { value: 'atleast', label: t`At least` },
                { value: 'between', label: t`Between` },
              ]}
            />
          </Field>
        </Box>
        <Box w={{ base: 'auto', md: '84px' }} flex={{ base: '1 1 80px', md: 'none' }}>
          <Field label={t`Shortest length`} hideLabel {...saying(problems.least)}>
            <NumberInput value={draft.least} onChange={(least) => set({ least })} placeholder="0" />
          </Field>
        </Box>
        {draft.distanceType === 'between' && (
          <Box w={{ base: 'auto', md: '84px' }} flex={{ base: '1 1 80px', md: 'none' }}>
            <Field label={t`Longest length`} hideLabel {...saying(problems.most)}>
              <NumberInput value={draft.most} onChange={(most) => set({ most })} placeholder={t`any`} />
            </Field>
          </Box>
        )}
        <Box w="88px" flex="none">
          <Field label={t`Unit`} hideLabel>
            <Select
              value={draft.unit}
              onChange={(value) => {
                const unit: DistanceUnit = value === 'mi' ? 'mi' : 'km';
                set({ unit, radius: radiusFor(draft.radius, draft.unit, unit) });
              }}
              options={[
                { value: 'mi', label: 'mi' },
                { value: 'km', label: 'km' },
              ]}
            />
          </Field>
        </Box>
      </Flex>
      <Box flex="1 1 160px" minW={0} maxW={{ md: '240px' }}>
        <Field label={t`Name`} {...saying(problems.routeName)}>
          <Input
            type="search"
            maxLength={100}
            value={draft.routeName}
            placeholder={t`First word`}
            onChange={(event) => set({ routeName: event.target.value })}
          />
        </Field>
      </Box>
    </>
  );
}

interface FilterSheetProps extends FilterFieldsProps {
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onSubmit: (event: FormEvent) => void;
}

/** The filters on phones. */
export function FilterSheet({ open, busy, onClose, onSubmit, ...fields }: FilterSheetProps) {
  return (
    <Modal open={open} onClose={onClose} title={<Trans>Filters</Trans>} size="wide">
      <form onSubmit={onSubmit} noValidate>
        <Stack gap={4}>
          <FilterFields {...fields} />
          <Button type="submit" variant="primary" size="lg" loading={busy}>
            <Trans>Show routes</Trans>
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
