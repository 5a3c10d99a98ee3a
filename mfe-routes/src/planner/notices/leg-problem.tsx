import { Trans, useLingui } from '@lingui/react/macro';
import { Banner, Button, CloseIcon, Flex, IconButton } from '@waymark/ui';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';

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
