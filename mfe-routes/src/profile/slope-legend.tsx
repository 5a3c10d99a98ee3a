import { Trans } from '@lingui/react/macro';
import { Box, Flex } from '@waymark/ui';
import { SLOPES } from './slope-classes.ts';

/** What the colours below the line stand for, in their order from steep down to steep up. */
export function SlopeLegend({ paper = false }: { paper?: boolean }) {
  const names = ['−8 %', '−3 %', '', '3 %', '6 %', '10 %'];
  return (
    <Flex align="center" wrap="wrap" columnGap={3} rowGap={1} fontSize="xs" color="muted">
      <span>
        <Trans>Slope</Trans>
      </span>
      <Flex as="ul" aria-hidden="true" wrap="wrap">
        {SLOPES.map(({ from, light, dark }, i) => (
          <Box
            as="li"
            key={from}
            minW="56px"
            px="3px"
            textAlign="center"
            whiteSpace="nowrap"
            lineHeight={1.3}
          >
            <Box h="8px" style={{ background: paper ? light : `light-dark(${light}, ${dark})` }} />
            {sign(i)}
            {names[i]}
          </Box>
        ))}
      </Flex>
      <Box as="span" className="visually-hidden">
        <Trans>
          Blue is downhill, orange uphill, darker where it is steeper; level in between. All numbers are in
          the table.
        </Trans>
      </Box>
    </Flex>
  );
}

/** Steeper than the number, at both ends of the scale. */
const sign = (i: number): string => (i === 2 ? '0' : i < 2 ? '↘ ' : '↗ ');
