import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '@waymark/remote';
import { Box, Heading, VisuallyHidden } from '@waymark/ui';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { type Task, useOpenedPlanner } from './use-opened-planner.ts';
import { PlannerWorkspace } from './planner-workspace.tsx';

const NoPlanner = lazy(
  () => import(/* webpackChunkName: "planner-notices" */ './notices/unavailable-route.tsx'),
);

/** Draws a route: a new one, one that is saved, or a copy. */
export default function PlannerPage({ task }: { task: Task }) {
  const { t } = useLingui();
  const { routeId } = useParams();
  const opened = useOpenedPlanner(task, routeId);
  const title = { create: t`Plan a route`, edit: t`Change a route`, copy: t`Copy a route` }[task];
  usePageTitle(title);
  if (!opened.planner && (opened.foreign || opened.error))
    return (
      <Suspense>
        <NoPlanner route={opened.foreign} error={opened.error} retry={opened.retry} />
      </Suspense>
    );
  return (
    <Box>
      <VisuallyHidden>
        <Heading level={1}>{title}</Heading>
        <p>
          <Trans>Everything you can do on the map also works in the list of points, by keyboard.</Trans>
        </p>
      </VisuallyHidden>
      <PlannerWorkspace opened={opened} />
    </Box>
  );
}
