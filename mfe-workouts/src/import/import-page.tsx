import { Trans, useLingui } from '@lingui/react/macro';
import { Banner, Box, Button, FileDrop, Heading, HStack, Skeleton, Stack, Text } from '@waymark/ui';
import { apiErrorText } from '@waymark/remote';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { AddTabs } from '../shared/add-tabs.tsx';
import { usePageTitle } from '../shared/page-title.ts';
import { FigureNotes } from './figure-notes.tsx';
import { ImportRow } from './import-row.tsx';
import { ImportSummary } from './import-summary.tsx';
import { useLanding } from './landing.ts';
import { UploadRow } from './upload-row.tsx';
import { uploads } from './upload-queue.ts';
import { useImports } from './use-imports.ts';
import { useWindowDrop } from './window-drop.ts';

/** Upload From File: the whole page takes files; below stands what became of each. */
export default function ImportPage() {
  const { t } = useLingui();
  usePageTitle(t`Upload from file`);
  const sending = useSyncExternalStore(uploads.subscribe, uploads.get);
  const { data, isPending, error, refetch } = useImports();
  const items = data?._embedded.file_imports ?? [];
  const add = useLanding(items);
  const over = useWindowDrop(add);
  useStayWarning(sending.some((u) => u.state !== 'refused'));

  return (
    <Stack gap={6} maxW="880px" mx="auto" w="100%">
      <AddTabs current="import" />
      <Heading level={1}>
        <Trans>Upload from file</Trans>
      </Heading>
      <FileDrop prominent onFiles={add} accept=".fit,.gpx,.tcx,.zip,.gz" action={<Trans>Choose files</Trans>}>
        <Stack gap={1} data-over={over || undefined}>
          <Text size="lg">
            {over ? (
              <Trans>Let go anywhere on this page</Trans>
            ) : (
              <>
                <Box as="span" display={{ base: 'none', md: 'inline' }}>
                  <Trans>Drop FIT, GPX or TCX files anywhere on this page</Trans>
                </Box>
                <Box as="span" display={{ md: 'none' }}>
                  <Trans>Bring in FIT, GPX or TCX files</Trans>
                </Box>
              </>
            )}
          </Text>
          <Text muted size="sm" textWrap="balance">
            <Trans>Many at once, or a zip of them. Up to 256 MB each.</Trans>
          </Text>
        </Stack>
      </FileDrop>

      {error && (
        <Banner
          kind="error"
          title={<Trans>Your uploads cannot be shown just now</Trans>}
          action={
            <Button size="sm" onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {apiErrorText(error, t`Nothing was lost. Files that arrived are still being read.`)}
        </Banner>
      )}
      {isPending && !error && <Skeleton height="24px" />}

      {(sending.length > 0 || items.length > 0) && (
        <Stack gap={3} as="section" aria-label={t`Uploads`}>
          <ImportSummary sending={sending} items={items} total={data?.total_count ?? 0} />
          <Box as="ul" listStyleType="none" p={0} m={0}>
            {sending.map((upload) => (
              <UploadRow key={upload.key} upload={upload} />
            ))}
            {items.map((item) => (
              <ImportRow key={item.id} item={item} />
            ))}
          </Box>
          {data && data.total_count > items.length && (
            <Text muted size="sm">
              <Trans>The newest {items.length} are shown.</Trans>
            </Text>
          )}
        </Stack>
      )}
      {data && items.length === 0 && sending.length === 0 && (
        <HStack gap={3} color="muted">
          <Text muted>
            <Trans>Each file gets a line here while it is read. You can leave this page meanwhile.</Trans>
          </Text>
        </HStack>
      )}
      <FigureNotes />
    </Stack>
  );
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
