import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '@waymark/remote';
import { Box, Button, Flex, Heading, Stack } from '@waymark/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Chooser } from './chooser.tsx';
import { Comparison } from './comparison.tsx';
import { MAX_COMPARED_WORKOUTS, parseComparedIds } from '../shared/comparison-link.ts';

/** Two to five workouts over one another, chosen here or by the address. */
export default function ComparePage() {
  const { t } = useLingui();
  usePageTitle(t`Compare workouts`);
  const [search, setSearch] = useSearchParams();
  const [choosing, setChoosing] = useState(false);
  const ids = parseComparedIds(search).slice(0, MAX_COMPARED_WORKOUTS);
  const choose = (next: readonly number[]) => {
    setChoosing(false);
    setSearch({ ids: next.join(',') });
  };
  const comparing = ids.length >= 2 && !choosing;
  return (
    <Stack gap={{ base: 5, md: 6 }} w="100%">
      <Flex justify="space-between" align="center" gap={3} wrap="wrap">
        <Heading level={1}>
          <Trans>Compare workouts</Trans>
        </Heading>
        {comparing && (
          <Button size="sm" onClick={() => setChoosing(true)}>
            <Trans>Choose others</Trans>
          </Button>
        )}
      </Flex>
      {comparing ? (
        <Comparison
          key={ids.join()}
          ids={ids}
          {...(ids.length > 2 && { onRemove: (id: number) => choose(ids.filter((other) => other !== id)) })}
        />
      ) : (
        <Box>
          <Chooser ids={ids} onChoose={choose} />
        </Box>
      )}
    </Stack>
  );
}
