import type { ImportBatch } from '@waymark/api-contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '@waymark/remote';
import { Box, Button, Card, Flex, ProgressBar, RelativeTime } from '@waymark/ui';
import { formatNumber } from '@waymark/units';
import { TimeLeft, useRate } from './time-left.tsx';

interface BatchCardProps {
  batch: ImportBatch;
  chosen: boolean;
  /** Shows the files of this batch only, or all again. */
  onChoose: () => void;
}

/** One upload of many files: how far it is, how fast, and how long it still takes. */
export function BatchCard({ batch, chosen, onChoose }: BatchCardProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const { total, counts, unpacking, name } = batch;
  const open = counts.queued + counts.reading;
  const done = total - open;
  const rate = useRate(done);
  const number = (value: number) => formatNumber(value, { locale });
  const [doneText, totalText] = [number(done), number(total)];
  const title = name || t`${totalText} files`;
  const running = unpacking || open > 0;
  return (
    <Card as="li">
      <Flex justify="space-between" gap={3} wrap="wrap" align="baseline">
        <Box fontWeight={600} overflowWrap="anywhere" minW={0}>
          {title}
        </Box>
        <Box fontSize="sm" color="muted">
          <RelativeTime date={batch.created_datetime} />
        </Box>
      </Flex>
      <Box my={2}>
        <ProgressBar
          label={t`Reading ${title}`}
          value={unpacking ? undefined : done}
          max={total}
          valueText={t`${doneText} of ${totalText} files`}
        />
      </Box>
      <Flex justify="space-between" align="center" gap={3} wrap="wrap">
        <Flex
          columnGap={4}
          rowGap={1}
          wrap="wrap"
          fontSize="sm"
          color="muted"
          fontVariantNumeric="tabular-nums"
        >
          {unpacking ? (
            <span>
              <Plural
                value={total}
                _0="Unpacking"
                one="Unpacking: # file so far"
                other="Unpacking: # files so far"
              />
            </span>
          ) : (
            <span>
              <Trans>
                {doneText} of {totalText} files
              </Trans>
            </span>
          )}
          {running && rate !== null && (
            <>
              <span>
                <Trans>{formatNumber(rate, { digits: rate < 10 ? 1 : 0, locale })} a second</Trans>
              </span>
              {!unpacking && (
                <span>
                  <TimeLeft seconds={open / rate} />
                </span>
              )}
            </>
          )}
          {!running && <Outcome counts={counts} />}
        </Flex>
        <Button size="sm" aria-pressed={chosen} onClick={onChoose}>
          {chosen ? <Trans>Show all files</Trans> : <Trans>Show its files</Trans>}
        </Button>
      </Flex>
    </Card>
  );
}

function Outcome({ counts: { ready, duplicate, failed, skipped } }: Pick<ImportBatch, 'counts'>) {
  return (
    <>
      {ready > 0 && (
        <span>
          <Trans>{ready} ready</Trans>
        </span>
      )}
      {duplicate > 0 && (
        <Box as="span" color="sun.fg">
          <Plural value={duplicate} one="# waits for your choice" other="# wait for your choice" />
        </Box>
      )}
      {failed > 0 && (
        <Box as="span" color="danger.fg">
          <Trans>{failed} could not be read</Trans>
        </Box>
      )}
      {skipped > 0 && (
        <span>
          <Trans>{skipped} not imported</Trans>
        </span>
      )}
    </>
  );
}
