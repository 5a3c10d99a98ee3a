import type { FileImportList } from '@waymark/api-contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Flex } from '@waymark/ui';
import { useImportActions, type Choice } from './use-import-actions.ts';

interface AllAtOnceProps {
  counts: FileImportList['counts'];
  /** Of this batch only. */
  batch: number | undefined;
}

/** One decision for all duplicates, all failed files read again, and all that is done taken off the list. */
export function AllAtOnce({ counts, batch }: AllAtOnceProps) {
  const { t } = useLingui();
  const { resolveAll, retryAll, dismissAll } = useImportActions();
  const finished = counts.ready + counts.skipped + counts.failed;
  const choose = (choice: Choice, label: React.ReactNode) => (
    <Button
      size="sm"
      disabled={resolveAll.isPending}
      onClick={() => resolveAll.mutate({ body: { choice, batch_id: batch } })}
    >
      {label}
    </Button>
  );
  return (
    <>
      {counts.duplicate > 1 && (
        <Flex
          role="group"
          aria-label={t`All duplicates`}
          gap={3}
          p={4}
          wrap="wrap"
          align="center"
          css={{ background: 'var(--wm-sun-soft)' }}
          borderRadius="md"
        >
          <Box flex="1 1 240px">
            <Plural
              value={counts.duplicate}
              one="# file waits for your choice. Decide below."
              other="# files wait for your choice: they hold workouts that you seem to have already, or that last only a moment. Decide for all at once, or one by one below."
            />
          </Box>
          <Flex gap={2} wrap="wrap">
            {choose('skip', <Trans>Keep existing, for all</Trans>)}
            {choose('replace', <Trans>Replace all</Trans>)}
            {choose('keep_both', <Trans>Keep both, for all</Trans>)}
          </Flex>
        </Flex>
      )}
      {(counts.failed > 1 || finished > 1) && (
        <Flex gap={2} wrap="wrap">
          {counts.failed > 1 && (
            <Button
              size="sm"
              loading={retryAll.isPending}
              onClick={() => retryAll.mutate({ body: { batch_id: batch } })}
            >
              <Trans>Retry all failed files</Trans>
            </Button>
          )}
          {finished > 1 && (
            <Button
              size="sm"
              loading={dismissAll.isPending}
              onClick={() => dismissAll.mutate({ query: { batch_id: batch } })}
            >
              <Trans>Clear finished</Trans>
            </Button>
          )}
        </Flex>
      )}
    </>
  );
}
