import { Trans, useLingui } from '@lingui/react/macro';
import type { UserStats } from '@waymark/api-contract';
import { useFormatLocale } from '@waymark/remote';
import { Button, ChevronLeftIcon, ChevronRightIcon, Flex, Heading, IconButton } from '@waymark/ui';
import { spanText } from './buckets.ts';

interface SpanHeadingProps {
  stats: UserStats;
  /** Spans back from now. */
  index: number;
  onIndex: (index: number) => void;
}

/** Which span is shown, and the way to the ones around it. */
export function SpanHeading({ stats, index, onIndex }: SpanHeadingProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const { period, from, to, first_day: first } = stats;
  return (
    <Flex align="center" gap={2} wrap="wrap">
      <Heading level={1} flex={{ base: '1 1 100%', md: 1 }} size="4xl" aria-live="polite">
        <time dateTime={from}>{spanText(period, from, to, locale)}</time>
      </Heading>
      <IconButton
        variant="outline"
        label={{ week: t`Previous week`, month: t`Previous month`, year: t`Previous year` }[period]}
        icon={<ChevronLeftIcon />}
        disabled={first === null || first >= from}
        onClick={() => onIndex(index + 1)}
      />
      <Button variant="outline" disabled={index === 0} onClick={() => onIndex(0)}>
        <Trans>Today</Trans>
      </Button>
      <IconButton
        variant="outline"
        label={{ week: t`Next week`, month: t`Next month`, year: t`Next year` }[period]}
        icon={<ChevronRightIcon />}
        disabled={index === 0}
        onClick={() => onIndex(index - 1)}
      />
    </Flex>
  );
}
