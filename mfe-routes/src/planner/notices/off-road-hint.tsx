import { Trans, useLingui } from '@lingui/react/macro';
import { Banner, Button, CloseIcon, Flex, IconButton } from '@waymark/ui';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';

export interface OffRoadHintProps {
  planner: Planner;
  onImport: () => void;
}

/** Said once: where no roads are known, legs are straight, and how the route can be had otherwise. */
export default function OffRoadHint({ planner, onImport }: OffRoadHintProps) {
  const { t } = useLingui();
  const mode = usePlanner(planner, (state) => state.mode);
  const close = planner.dismissOffRoadHint;
  return (
    <Banner
      kind="info"
      action={
        <Flex gap={1} align="center" wrap="wrap">
          {mode !== 0 && (
            <Button
              size="sm"
              onClick={() => {
                planner.setMode(0);
                close();
              }}
            >
              <Trans>Draw straight lines</Trans>
            </Button>
          )}
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              onImport();
              close();
            }}
          >
            <Trans>Import a route</Trans>
          </Button>
          <IconButton size="sm" label={t`Close`} icon={<CloseIcon />} onClick={close} />
        </Flex>
      }
    >
      <Trans>No roads here yet, so this leg is a straight line.</Trans>
    </Banner>
  );
}
