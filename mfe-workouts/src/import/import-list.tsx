import type { FileImportList } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Flex, Pagination, Stack, Text } from '@waymark/ui';
import { useRef } from 'react';
import { AllAtOnce } from './all-at-once.tsx';
import { Batches } from './batches.tsx';
import { ChangeActivity } from './change-activity.tsx';
import { ImportRow } from './import-row.tsx';
import { ImportSummary } from './import-summary.tsx';
import { ListFilter } from './list-filter.tsx';
import { UploadList } from './upload-list.tsx';
import type { Upload } from './upload-queue.ts';
import { PAGE, type ImportFilter } from './use-imports.ts';

/** From so many files on the list can be filtered, searched and downloaded. */
const MANY = 5;

interface ImportListProps {
  list: FileImportList | undefined;
  sending: readonly Upload[];
  filter: ImportFilter;
  onFilter: (filter: ImportFilter) => void;
}

const NONE: FileImportList['counts'] = {
  queued: 0,
  reading: 0,
  ready: 0,
  duplicate: 0,
  failed: 0,
  skipped: 0,
};

/** Everything that was uploaded: as batches, in numbers, and file by file, a page at a time. */
export function ImportList({ list, sending, filter, onFilter }: ImportListProps) {
  const { t } = useLingui();
  const top = useRef<HTMLDivElement>(null);
  const counts = list?.counts ?? NONE;
  const items = list?._embedded.file_imports ?? [];
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  // A workout of several sports keeps them: its legs have activities of their own.
  const imported = items.flatMap(({ workouts }) =>
    workouts.filter(({ parent_id, leg_count }) => parent_id === null && leg_count === 0).map(({ id }) => id),
  );
  const filtered = filter.state !== undefined || Boolean(filter.search?.trim());
  return (
    <>
      <Batches
        batches={list?.batches ?? []}
        chosen={filter.batch_id}
        onChoose={(batch_id) => onFilter({ ...filter, batch_id, page: 1 })}
      />
      <Stack gap={3} ref={top}>
        <ImportSummary sending={sending} counts={counts} />
        <AllAtOnce counts={counts} batch={filter.batch_id} />
        {imported.length > 1 && (
          <Box>
            <ChangeActivity ids={imported} label={t`Change activity of these ${imported.length} workouts`} />
          </Box>
        )}
        {(all >= MANY || filtered) && <ListFilter counts={counts} filter={filter} onChange={onFilter} />}
        <Box as="ul" listStyleType="none" p={0} m={0}>
          <UploadList sending={sending} />
          {items.map((item) => (
            <ImportRow key={item.id} item={item} />
          ))}
        </Box>
        {filtered && items.length === 0 && (
          <Flex gap={3} align="center" wrap="wrap">
            <Text muted>
              <Trans>No files match.</Trans>
            </Text>
            <Button size="sm" onClick={() => onFilter({ batch_id: filter.batch_id, page: 1 })}>
              <Trans>Show all files</Trans>
            </Button>
          </Flex>
        )}
        <Pagination
          count={list?.total_count ?? 0}
          limit={PAGE}
          page={filter.page}
          onPage={(page) => {
            onFilter({ ...filter, page });
            top.current?.scrollIntoView({ block: 'start' });
          }}
        />
      </Stack>
    </>
  );
}
