import { Stack, Banner, Button, CloseIcon, Flex, IconButton } from '@waymark/ui';
import { type ComponentType, lazy, Suspense } from 'react';
import { usePlanner } from '../store/use-planner.ts';
import type { DraftNoticesProps } from './draft-notices.tsx';
import type { OffRoadHintProps } from './off-road-hint.tsx';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Planner } from '../planner.ts';

const DraftNotices = lazy<ComponentType<DraftNoticesProps>>(() =>
  import(/* webpackChunkName: "planner-notices" */ './draft-notices.tsx').catch(() => ({
    default: () => null,
  })),
);

const OffRoadHint = lazy<ComponentType<OffRoadHintProps>>(() =>
  import(/* webpackChunkName: "planner-notices" */ './off-road-hint.tsx').catch(() => ({
    default: () => null,
  })),
);

/** Notices over the map: a leg that failed, and the state of the draft. */
export function PlannerNotices({ onImport, ...props }: DraftNoticesProps & { onImport: () => void }) {
  const { planner, restored } = props;
  const isOffRoad = usePlanner(planner, ({ offRoad }) => offRoad === 'hint');
  const said = usePlanner(planner, ({ kept, elsewhere }) => !kept || elsewhere);
  return (
    <Stack
      position="absolute"
      left={{ base: 2, md: '72px' }}
      right={{ base: 2, md: '72px' }}
      bottom="36px"
      zIndex={1}
      gap={2}
      align="center"
      pointerEvents="none"
      css={{ '& > *': { pointerEvents: 'auto', maxWidth: '560px', width: '100%' } }}
    >
      <Suspense>{(restored || said) && <DraftNotices {...props} />}</Suspense>
      <LegProblem planner={planner} />
      <Suspense>{isOffRoad && <OffRoadHint planner={planner} onImport={onImport} />}</Suspense>
    </Stack>
  );
}

/** A leg that could not be routed, and what can be done about it. */
export function LegProblem({ planner }: { planner: Planner }) {
  const { t } = useLingui();
  const problem = usePlanner(planner, (state) => state.problem);
  if (!problem) return null;
  return (
    <Banner
      kind="error"
      action={
        <Flex gap={1} align="center" wrap="wrap">
          {problem.straightens && (
            <Button size="sm" onClick={() => void problem.straight()}>
              <Trans>Draw it straight</Trans>
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={() => void problem.retry()}>
            <Trans>Try again</Trans>
          </Button>
          <IconButton
            size="sm"
            label={t`Close`}
            icon={<CloseIcon />}
            onClick={() => planner.dismissProblem()}
          />
        </Flex>
      }
    >
      {problem.text}
    </Banner>
  );
}
