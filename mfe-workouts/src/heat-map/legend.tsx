import { Trans } from '@lingui/react/macro';
import { Flex } from '@waymark/ui';

/** The map's colours from one workout to the most. The same ramp as the map's, in both schemes. */
const RAMP =
  'linear-gradient(to right, light-dark(rgb(206 92 52), rgb(190 84 48)), light-dark(rgb(190 50 16), rgb(255 122 77)), light-dark(rgb(116 18 60), rgb(255 190 90)), light-dark(rgb(46 8 66), rgb(255 248 214)))';

/** Says what the colours stand for: `most` workouts at the busiest spot in view. */
export function Legend({ most }: { most: number }) {
  return (
    <Flex align="center" gap={2} fontSize="sm" color="muted" minH="1.5em" whiteSpace="nowrap">
      {most > 0 && (
        <>
          <span>
            <Trans>1 workout</Trans>
          </span>
          {most > 1 && (
            <>
              <span
                aria-hidden="true"
                style={{ width: 96, height: 10, borderRadius: 5, background: RAMP, display: 'inline-block' }}
              />
              <span>{most}</span>
            </>
          )}
        </>
      )}
    </Flex>
  );
}
