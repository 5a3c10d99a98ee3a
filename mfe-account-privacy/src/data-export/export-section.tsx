import type { DataExport } from '@waymark/api-contract';
import { dataExportCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, useFailureText, useFormatLocale, useSend, useSession } from '@waymark/remote';
import {
  Badge,
  Box,
  Button,
  chakra,
  DownloadIcon,
  Flex,
  FormError,
  IconButton,
  LoadFailed,
  Panel,
  ProgressBar,
  Skeleton,
  Stack,
  Text,
  TrashIcon,
} from '@waymark/ui';
import { formatBytes, formatDateTime } from '@waymark/units';
import { useSensitiveCall } from '../identity/identity.tsx';

const POLL_MS = 2000;
const isUnderWay = ({ status }: Pick<DataExport, 'status'>) => status === 'queued' || status === 'running';

/** Asks for an archive, shows how far it is, and downloads it. */
export function ExportSection() {
  const failureText = useFailureText();
  const { data, error, refetch, isFetching } = useCall(
    dataExportCalls.list,
    {},
    { refetchInterval: ({ state }) => (state.data?.exports.some(isUnderWay) ? POLL_MS : false) },
  );
  const create = useSensitiveCall(dataExportCalls.create);
  const exports = data?.exports;
  return (
    <Panel title={<Trans>Download everything</Trans>}>
      <Stack gap={4}>
        <Text>
          <Trans>
            One archive with all you have here: every workout as its original file and as FIT, GPX and TCX,
            routes as GPX, photos, and the rest as readable text. We mail you when it is ready.
          </Trans>
        </Text>
        <FormError>{create.error !== null && failureText(create.error)}</FormError>
        <Box>
          <Button
            variant="primary"
            icon={<DownloadIcon />}
            loading={create.isPending}
            disabled={exports?.some(isUnderWay)}
            onClick={() => void create.send()}
          >
            <Trans>Create an archive</Trans>
          </Button>
        </Box>
        {error && !exports && (
          <LoadFailed
            title={<Trans>We couldn’t load your archives.</Trans>}
            error={error}
            retry={refetch}
            busy={isFetching}
          />
        )}
        {!exports && !error && <Skeleton height="64px" />}
        {exports && exports.length > 0 && <ExportList exports={exports} />}
      </Stack>
    </Panel>
  );
}

function ExportList({ exports }: { exports: readonly DataExport[] }) {
  const { t } = useLingui();
  return (
    <Stack as="ul" aria-label={t`Your archives`} gap={0} listStyleType="none" padding={0} margin={0}>
      {exports.map((one) => (
        <ExportRow key={one.id} one={one} />
      ))}
    </Stack>
  );
}

function ExportRow({ one }: { one: DataExport }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const locale = useFormatLocale();
  const { user } = useSession();
  const zone = { locale, timeZone: user?.time_zone ?? 'UTC' };
  const remove = useSend(dataExportCalls.remove);
  const asked = formatDateTime(one.requested_datetime, zone);
  const until = formatDateTime(one.expires_datetime, zone);
  const size = formatBytes(one.bytes ?? 0, locale);
  const { done, total } = one.progress;
  return (
    <chakra.li borderTop="hairline" paddingBlock={4}>
      <Flex justify="space-between" align="center" gap={4}>
        <Box minWidth={0} flex={1}>
          <Text fontWeight={600}>
            {asked}{' '}
            {one.status === 'ready' && (
              <Badge hue="moss">
                <Trans>Ready</Trans>
              </Badge>
            )}
            {one.status === 'failed' && (
              <Badge hue="danger">
                <Trans>Failed</Trans>
              </Badge>
            )}
          </Text>
          <Text muted size="sm">
            {one.status === 'queued' && <Trans>Waiting for its turn</Trans>}
            {one.status === 'running' && (
              <Trans>
                {done} of {total}
              </Trans>
            )}
            {one.status === 'ready' && (
              <Trans>
                {size}, until {until}
              </Trans>
            )}
            {one.status === 'failed' && <Trans>Nothing was lost. Ask for another one.</Trans>}
            {one.status === 'expired' && <Trans>Expired</Trans>}
          </Text>
          {isUnderWay(one) && (
            <Box marginTop={2}>
              <ProgressBar
                label={t`Archive of ${asked}`}
                value={one.status === 'running' ? done : undefined}
                max={total}
                valueText={t`${done} of ${total}`}
              />
            </Box>
          )}
        </Box>
        <Flex flex="none" gap={1}>
          {one.status === 'ready' && one.href && (
            <Button size="sm" icon={<DownloadIcon />} href={one.href} download>
              <Trans>Download</Trans>
            </Button>
          )}
          <IconButton
            label={t`Delete the archive of ${asked}`}
            icon={<TrashIcon />}
            disabled={remove.isPending}
            onClick={() => remove.mutate({ params: { id: one.id } })}
          />
        </Flex>
      </Flex>
      <FormError>{remove.error && failureText(remove.error)}</FormError>
    </chakra.li>
  );
}
