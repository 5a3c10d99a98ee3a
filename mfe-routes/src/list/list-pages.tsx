import { Trans } from '@lingui/react/macro';
import { useFormatLocale } from '@waymark/remote';
import { Box, PrevNext, Text } from '@waymark/ui';
import { formatNumber } from '@waymark/units';
import type { Neighbours, PageLink } from './use-route-list.ts';

interface ListPagesProps extends Neighbours {
  /** How many come before the page shown, how many are on it, how many there are in all. */
  from: number;
  shown: number;
  total: number;
  onPage: (link: PageLink) => void;
}

/** '21 to 40 of 1,204' with the ways to the pages beside it. */
export function ListPages({ from, shown, total, next, prev, onPage }: ListPagesProps) {
  const locale = useFormatLocale();
  if (next === null && prev === null) return null;
  const number = (value: number) => formatNumber(value, { locale });
  return (
    <Box borderTop="hairline" py={4} textAlign="center">
      <PrevNext
        {...(prev !== null && { onPrevious: () => onPage(prev) })}
        {...(next !== null && { onNext: () => onPage(next) })}
      />
      {shown > 0 && (
        <Text muted fontSize="sm" mt={2} maxW="none" fontVariantNumeric="tabular-nums">
          <Trans>
            {number(from + 1)} to {number(from + shown)} of {number(total)}
          </Trans>
        </Text>
      )}
    </Box>
  );
}
