import { Stack } from '@waymark/ui';
import { type ComponentType, lazy, Suspense } from 'react';
import { usePlanner } from '../store/use-planner.ts';
import type { DraftNoticesProps } from './draft-notices.tsx';
import { LegProblem } from './leg-problem.tsx';

const DraftNotices = lazy<ComponentType<DraftNoticesProps>>(() =>
  import(/* webpackChunkName: "planner-draft" */ './draft-notices.tsx').catch(() => ({
    default: () => null,
  })),
);

/** What went wrong with a leg, and what has to be known about the draft. */
export function Notices(props: DraftNoticesProps) {
  const { planner, restored } = props;
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
    </Stack>
  );
}
