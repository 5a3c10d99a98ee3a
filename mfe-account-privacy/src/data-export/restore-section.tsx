import { dataExportCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, useFailureText, useSend } from '@waymark/remote';
import { Banner, Box, FileDrop, FormError, Panel, ProgressBar, Stack, Text } from '@waymark/ui';

const POLL_MS = 2000;

/** Brings an archive of another Waymark into this account. */
export function RestoreSection() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { data } = useCall(
    dataExportCalls.restoreStatus,
    {},
    {
      refetchInterval: ({ state }) =>
        ['queued', 'running'].includes(state.data?.restore?.status ?? '') ? POLL_MS : false,
    },
  );
  const send = useSend(dataExportCalls.restore);
  const restore = data?.restore;
  const isBusy = send.isPending || restore?.status === 'queued' || restore?.status === 'running';
  const bring = ([file]: File[]) => {
    if (!file) return;
    const body = new FormData();
    body.append('archive', file);
    send.mutate({ body });
  };
  return (
    <Panel title={<Trans>Restore an archive</Trans>}>
      <Stack gap={4}>
        <Text muted>
          <Trans>Works in an account without workouts, for example after you’ve moved to another site.</Trans>
        </Text>
        <FormError>{send.error && failureText(send.error)}</FormError>
        {restore?.status === 'failed' && (
          <Banner kind="error" title={<Trans>We couldn’t restore the archive</Trans>}>
            {restore.problem ?? <Trans>Nothing was changed.</Trans>}
          </Banner>
        )}
        {restore?.status === 'done' && (
          <Banner kind="success">
            <Trans>
              Everything is back: {restore.counts['workouts'] ?? 0} workouts and all that goes with them.
            </Trans>
          </Banner>
        )}
        {isBusy ? (
          <Box>
            <ProgressBar
              label={t`Restoring your archive`}
              value={restore?.status === 'running' ? restore.progress.done : undefined}
              max={restore?.progress.total ?? 1}
            />
          </Box>
        ) : (
          <FileDrop onFiles={bring} accept=".zip" multiple={false}>
            <Trans>Drop the archive here</Trans>
          </FileDrop>
        )}
      </Stack>
    </Panel>
  );
}
