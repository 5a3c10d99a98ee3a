import type { Workout } from '@waymark/api-contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useChunk, useSession } from '@waymark/remote';
import { heartRateSeconds, type Streams } from '@waymark/streams';
import { Box, Button, EditIcon, Flex, Heading, Text } from '@waymark/ui';
import { useMemo, useState } from 'react';
import { ZoneBars } from '../zones/zone-bars.tsx';

const loadDialog = () => import(/* webpackChunkName: "zones" */ '../zones/zones-dialog.tsx');

/** Time in each of the member's heart-rate zones, which their owner can change. */
export function ZonesSection({ workout, streams }: { workout: Workout; streams: Streams }) {
  const zones = workout.hrZones;
  const own = useSession().userId === workout.user.id;
  const [editing, setEditing] = useState(false);
  const dialog = useChunk(loadDialog, editing);
  const seconds = useMemo(
    () =>
      heartRateSeconds(
        streams,
        zones.map(({ start, end }, i) => ({ zone: i + 1, min: start, max: end })),
      ),
    [streams, zones],
  );
  const total = seconds.reduce((sum, s) => sum + s, 0);
  return (
    <Box as="section" aria-labelledby="zones" minW={0}>
      <Flex justify="space-between" align="center" gap={3} wrap="wrap" mb={3}>
        <Heading level={2} id="zones">
          <Trans>Heart-rate zones</Trans>
        </Heading>
        {own && (
          <Button size="sm" icon={<EditIcon />} onClick={() => setEditing(true)}>
            <Trans>Edit zones</Trans>
          </Button>
        )}
      </Flex>
      <ZoneBars
        colour="--wm-stream-heartrate"
        zones={zones.map((zone, i) => ({
          key: zone.start,
          name: <ZoneName number={i + 1} name={zone.name} />,
          limits: <Limits zone={zone} first={i === 0} last={i === zones.length - 1} />,
          seconds: seconds[i]!,
        }))}
      />
      <Text muted size="xs" mt={2}>
        <Plural
          value={Math.round(total / 60)}
          one="# minute with a heart rate."
          other="# minutes with a heart rate."
        />
      </Text>
      {dialog.module && (
        <dialog.module.ZonesDialog open={editing} workout={workout} onClose={() => setEditing(false)} />
      )}
    </Box>
  );
}

/** Zones that nobody named carry a technical name; a member's own name stands as it is. */
function ZoneName({ number, name }: { number: number; name: string }) {
  return !name || /^zone\s*\d+$/i.test(name) ? <Trans>Zone {number}</Trans> : name;
}

function Limits({
  zone: { start, end },
  first,
  last,
}: {
  zone: Workout['hrZones'][number];
  first: boolean;
  last: boolean;
}) {
  const { t } = useLingui();
  if (first) return t`up to ${end} bpm`;
  return last ? t`${start} bpm and above` : t`${start}–${end} bpm`;
}
