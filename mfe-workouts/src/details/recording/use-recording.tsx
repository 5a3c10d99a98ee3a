import { useQuery } from '@tanstack/react-query';
import { workoutCalls } from '@waymark/api-contract/client';
import { call, type ApiError } from '@waymark/contract';
import { callQuery } from '@waymark/remote';
import { unpackStreams, type Streams } from '@waymark/streams';
import { Trans } from '@lingui/react/macro';
import { Banner, Button } from '@waymark/ui';
import { takeStreams, type EarlyRecording } from './early-recording.ts';

/** What stands in the chart's place when the recording did not arrive. */
export function RecordingFailed({ retry, busy }: { retry: () => void; busy: boolean }) {
  return (
    <Banner
      kind="error"
      title={<Trans>We couldn’t load the recording.</Trans>}
      action={
        <Button size="sm" loading={busy} onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>The figures above are complete and nothing was lost. Check your connection and try again.</Trans>
    </Banner>
  );
}

/** The columns of a workout's recording. They never change, so they are asked for once. */
export function useRecording(id: number, enabled: boolean, early?: EarlyRecording) {
  const input = { params: { id } };
  return useQuery<Streams, ApiError | RangeError>({
    ...callQuery(workoutCalls.streams, input),
    queryFn: async ({ signal }) =>
      (await takeStreams(early)) ?? unpackStreams(await call(workoutCalls.streams, { ...input, signal })),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}
