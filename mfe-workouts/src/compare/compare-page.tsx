import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '@waymark/remote';
import { Box, Button, Flex, Heading, Stack } from '@waymark/ui';
import { useSearchParams } from 'react-router-dom';
import { Chooser } from './chooser.tsx';
import { Comparison } from './comparison.tsx';
import { readComparison, withComparison } from '../shared/comparison-link.ts';

/** Two to five workouts over one another, chosen here or by the address. */
export default function ComparePage() {
  const { t } = useLingui();
  usePageTitle(t`Compare workouts`);
  const [params, setParams] = useSearchParams();
  const { ids, choice } = readComparison(params);
  const compare = (next: readonly number[]) => setParams(withComparison(params, next, null));
  return (
    <Stack gap={{ base: 5, md: 6 }} w="100%">
      <Flex justify="space-between" align="center" gap={3} wrap="wrap">
        <Heading level={1}>
          <Trans>Compare workouts</Trans>
        </Heading>
        {!choice && (
          <Button size="sm" onClick={() => setParams(withComparison(params, ids, { search: '' }))}>
            <Trans>Choose others</Trans>
          </Button>
        )}
      </Flex>
      {choice ? (
        <Box>
          <Chooser
            ids={ids}
            search={choice.search}
            onChange={(chosen, search) =>
              setParams(withComparison(params, chosen, { search }), { replace: true })
            }
            onChoose={compare}
          />
        </Box>
      ) : (
        <Comparison
          key={ids.join()}
          ids={ids}
          {...(ids.length > 2 && { onRemove: (id: number) => compare(ids.filter((other) => other !== id)) })}
        />
      )}
    </Stack>
  );
}
