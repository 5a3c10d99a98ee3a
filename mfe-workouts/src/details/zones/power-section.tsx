import type { Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useChunk, useSession } from '@waymark/remote';
import type { Streams } from '@waymark/streams';
import { Box, Button, EditIcon, Flex, Heading, Text } from '@waymark/ui';
import { useMemo, useState } from 'react';
import { bestPower } from './best-power.ts';
import { powerZones } from './power-zones.ts';
import { ZoneBars } from './zone-bars.tsx';

const loadDialog = () => import(/* webpackChunkName: "zones" */ './threshold-dialog.tsx');

/** Time in the seven power zones. Threshold power is a member's own matter: others see nothing of it. */
export function PowerSection({ workout, streams }: { workout: Workout; streams: Streams }) {
  const { t } = useLingui();
  const own = useSession().userId === workout.user.id;
  const [editing, setEditing] = useState(false);
  const dialog = useChunk(loadDialog, editing);
  const threshold = workout.threshold_power;
  const zones = useMemo(
    () => (threshold === null ? [] : powerZones(streams, threshold)),
    [streams, threshold],
  );
  const twentyMinutes = useMemo(() => bestPower(streams, 1200)?.watts ?? null, [streams]);
  if (!own) return null;
  const names = [t`Recovery`, t`Endurance`, t`Tempo`, t`Threshold`, t`VO2 max`, t`Anaerobic`, t`Sprint`];
  return (
    <Box as="section" aria-labelledby="power-zones" minW={0}>
      <Flex justify="space-between" align="center" gap={3} wrap="wrap" mb={3}>
        <Heading level={2} id="power-zones">
          <Trans>Power zones</Trans>
        </Heading>
        <Button size="sm" icon={<EditIcon />} onClick={() => setEditing(true)}>
          {threshold === null ? <Trans>Set threshold power</Trans> : <Trans>Threshold {threshold} W</Trans>}
        </Button>
      </Flex>
      {threshold === null ? (
        <Text muted size="sm">
          <Trans>
            Set your threshold power to see your time in each of the seven zones. It is the power you can hold
            for about an hour.
          </Trans>
        </Text>
      ) : (
        <ZoneBars
          colour="--wm-stream-power"
          zones={zones.map(({ from, to, seconds }, i) => ({
            key: i,
            name: names[i],
            limits: to === null ? t`${from} W and above` : i === 0 ? t`up to ${to} W` : t`${from}–${to} W`,
            seconds,
          }))}
        />
      )}
      {dialog.module && (
        <dialog.module.ThresholdDialog
          open={editing}
          workout={workout}
          twentyMinutes={twentyMinutes}
          onClose={() => setEditing(false)}
        />
      )}
    </Box>
  );
}
