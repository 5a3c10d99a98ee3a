import type { FileImportList } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAfterPaint, useChunk, usePageTitle } from '@waymark/remote';
import { useStore } from '@waymark/store';
import { Box, Button, FileDrop, Heading, LoadFailed, Skeleton, Stack, Text } from '@waymark/ui';
import { useDeferredValue, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AddTabs } from '../shared/add-tabs.tsx';
import { ArchiveHelp } from './archive-help.tsx';
import { FigureNotes } from './figure-notes.tsx';
import { sendFiles, useLanding } from './landing.ts';
import { uploads } from './uploads.ts';
import { PAGE, readImportFilter, useImports, withImportFilter, type ImportFilter } from './use-imports.ts';
import { useWindowDrop } from './window-drop.ts';

const loadList = () => import(/* webpackChunkName: "import-list" */ './import-list.tsx');

/** Upload From File: the whole page takes files; below stands what became of each. */
export default function ImportPage() {
  const { t } = useLingui();
  usePageTitle(t`Upload from file`);
  const sending = useStore(uploads);
  const [params, setParams] = useSearchParams();
  // The router changes the address a moment later than a letter is typed.
  const [filter, setFilter] = useState(() => readImportFilter(params));
  const address = withImportFilter(params, filter).toString();
  useEffect(() => {
    setParams((before) => withImportFilter(before, filter), { replace: true });
    // `address` holds the filter as text.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [address]);
  const { data, isPending, error, refetch } = useImports(useDeferredValue(filter));
  const there = data && existing(filter, data);
  if (there && there !== filter) setFilter(there);
  useLanding(data?._embedded.file_imports ?? []);
  const list = useChunk(loadList, useAfterPaint());
  const anything = data !== undefined && Object.values(data.counts).some((count) => count > 0);
  const unpacking = data?.batches.some((batch) => batch.unpacking) ?? false;
  const over = useWindowDrop(sendFiles);
  useStayWarning(sending.some((u) => u.state !== 'refused'));

  return (
    <Stack gap={6} maxW="880px" mx="auto" w="100%">
      <AddTabs current="import" />
      <Heading level={1}>
        <Trans>Upload from file</Trans>
      </Heading>
      <FileDrop
        prominent
        onFiles={sendFiles}
        accept=".fit,.gpx,.tcx,.zip,.gz"
        action={<Trans>Choose files</Trans>}
      >
        <Stack gap={1} data-over={over || undefined}>
          <Text size="lg">
            {over ? (
              <Trans>Drop files anywhere</Trans>
            ) : (
              <>
                <Box as="span" display={{ base: 'none', md: 'inline' }}>
                  <Trans>Drop FIT, GPX or TCX files anywhere on this page</Trans>
                </Box>
                <Box as="span" display={{ md: 'none' }}>
                  <Trans>Import FIT, GPX or TCX files</Trans>
                </Box>
              </>
            )}
          </Text>
          <Text muted size="sm" textWrap="balance">
            <Trans>
              Many at once, or the archive of another service with years in one zip. Up to 256 MB a file, 8 GB
              a zip.
            </Trans>
          </Text>
        </Stack>
      </FileDrop>

      {error && (
        <LoadFailed title={<Trans>We couldn’t load your uploads.</Trans>} error={error} retry={refetch}>
          <Trans>Nothing was lost. Files that arrived are still being read.</Trans>
        </LoadFailed>
      )}
      {isPending && !error && <Skeleton height="24px" />}

      {(sending.length > 0 || anything || unpacking) && (
        <Stack gap={5} as="section" aria-label={t`Uploads`}>
          {list.module ? (
            <list.module.ImportList list={data} sending={sending} filter={filter} onFilter={setFilter} />
          ) : list.failed ? (
            <Button size="sm" onClick={list.retry}>
              <Trans>Show the list of your uploads</Trans>
            </Button>
          ) : (
            <Skeleton height="24px" />
          )}
        </Stack>
      )}
      {data && (
        <Text muted size="sm">
          {sending.some(({ state }) => state !== 'refused') ? (
            <Trans>
              Keep this tab open until everything is uploaded. You can use other pages of Waymark meanwhile.
            </Trans>
          ) : anything || unpacking ? (
            <Trans>
              You can close this page. Processing continues, and the list is here when you come back.
            </Trans>
          ) : (
            <Trans>Each file shows up here while it is processed. You can leave this page meanwhile.</Trans>
          )}
        </Text>
      )}
      <ArchiveHelp />
      <FigureNotes />
    </Stack>
  );
}

/** The filter without a batch or page that is gone since files were taken off the list. */
function existing(filter: ImportFilter, { batches, total_count: total }: FileImportList): ImportFilter {
  const gone = filter.batch_id !== undefined && !batches.some(({ batch_id: id }) => id === filter.batch_id);
  if (gone) return { ...filter, batch_id: undefined, page: 1 };
  const last = Math.max(1, Math.ceil(total / PAGE));
  return filter.page > last ? { ...filter, page: last } : filter;
}

/** Closing the browser while files are still here would lose them: it asks first. */
function useStayWarning(busy: boolean): void {
  const [warn] = useState(() => (event: BeforeUnloadEvent) => event.preventDefault());
  useEffect(() => {
    if (!busy) return;
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [busy, warn]);
}
