import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Button, Flex, Table, Text } from '@waymark/ui';
import { formatDistance } from '@waymark/units';
import { useState } from 'react';
import type { Cue } from './cues.ts';
import { TurnIcon } from '../shared/turn-icon.tsx';

/** More than so many are shown when they are asked for. */
const FIRST = 60;

/** On a phone the words need the room. */
const TIGHT = {
  '@media (max-width: 767.98px)': {
    '& th[data-figure]': { whiteSpace: 'normal' },
    '& :is(th, td)': { paddingInline: '6px' },
  },
} as const;

interface CueSheetProps {
  cues: readonly Cue[];
  /** All of them at once, as paper needs them. */
  all?: boolean;
  /** The pointer or the focus came to a line, in metres along the course, or left it. */
  onCursor?: (along: number | null) => void;
}

/** Turns and notes of a course with how far they are from the start and from each other. */
export function CueSheet({ cues, all = false, onCursor }: CueSheetProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const [open, setOpen] = useState(false);
  const far = (metres: number) => {
    const { value, unit } = formatDistance(metres, system, { locale, digits: 2 });
    return `${value}\u00a0${unit}`;
  };
  if (cues.length === 0)
    return (
      <Text muted size="sm">
        <Trans>This route has no turn instructions and no notes.</Trans>
      </Text>
    );
  const whole = all || open || cues.length <= FIRST + 10;
  const rows = (whole ? cues : cues.slice(0, FIRST)).map((cue, number) => ({ cue, number }));
  return (
    <Box maxW="960px" css={TIGHT} onPointerLeave={() => onCursor?.(null)}>
      <Table
        caption={t`Turns and notes in order along the route`}
        rows={rows}
        rowKey={({ number }) => number}
        columns={[
          {
            key: 'cue',
            header: t`What to do`,
            render: ({ cue }) => (
              <Flex gap={3} align="center" minH="24px" onPointerEnter={() => onCursor?.(cue.along)}>
                <TurnIcon turn={cue.turn} />
                <Box as="span" minW={0} css={{ overflowWrap: 'anywhere' }} data-untranslated="">
                  {cue.text}
                  {cue.own && (
                    <Box as="span" className="visually-hidden">
                      {' '}
                      <Trans>(own note)</Trans>
                    </Box>
                  )}
                </Box>
              </Flex>
            ),
          },
          { key: 'along', header: t`From start`, figure: true, render: ({ cue }) => far(cue.along) },
          { key: 'next', header: t`To next`, figure: true, render: ({ cue }) => far(cue.next) },
        ]}
      />
      {!whole && (
        <Button size="sm" mt={3} onClick={() => setOpen(true)}>
          <Trans>Show all {cues.length} turns and notes</Trans>
        </Button>
      )}
    </Box>
  );
}
