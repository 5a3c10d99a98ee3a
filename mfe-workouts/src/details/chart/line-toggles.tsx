import { useLingui } from '@lingui/react/macro';
import { Box, chakra, Flex } from '@waymark/ui';
import type { Line, LineKey } from './lines.ts';

const AT_FIRST = 4;

/** The strips a chart opens with: not more than a screen holds. */
export const shownAtFirst = (lines: readonly Line[]): ReadonlySet<LineKey> =>
  new Set(lines.slice(0, AT_FIRST).map((line) => line.key));

interface LineTogglesProps {
  lines: readonly Line[];
  shown: ReadonlySet<LineKey>;
  onChange: (shown: ReadonlySet<LineKey>) => void;
}

/** The legend: each series with its colour, to be shown or hidden. One at least stays. */
export function LineToggles({ lines, shown, onChange }: LineTogglesProps) {
  const { t } = useLingui();
  if (lines.length < 2) return null;
  const toggle = (key: LineKey) => {
    const next = new Set(shown);
    if (!next.delete(key)) next.add(key);
    if (next.size > 0) onChange(next);
  };
  return (
    <Flex role="group" aria-label={t`Series shown`} gap={2} wrap="wrap">
      {lines.map(({ key, label, colour }) => {
        const on = shown.has(key);
        return (
          <chakra.button
            key={key}
            type="button"
            aria-pressed={on}
            onClick={() => toggle(key)}
            display="inline-flex"
            alignItems="center"
            gap={2}
            px={3}
            minH={{ base: '40px', md: '32px' }}
            fontSize="sm"
            borderRadius="full"
            border="1px solid"
            borderColor={on ? 'control' : 'hairline'}
            color={on ? 'ink' : 'muted'}
            bg={on ? 'surface' : 'transparent'}
            cursor="pointer"
          >
            <Box
              as="span"
              w="10px"
              h="10px"
              borderRadius="full"
              style={{
                background: on ? `var(${colour})` : 'transparent',
                boxShadow: `inset 0 0 0 2px var(${colour})`,
              }}
            />
            {label}
          </chakra.button>
        );
      })}
    </Flex>
  );
}
