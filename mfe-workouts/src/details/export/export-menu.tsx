import type { Workout, WorkoutSummary } from '@waymark/api-contract';
import { exportCalls } from '@waymark/api-contract/client';
import { useMutation } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { call, notify } from '@waymark/contract';
import { problemIn, saveFile, useFailureText, fileWords } from '@waymark/remote';
import { Button, Menu } from '@waymark/ui';

type FileFormat = 'fit' | 'gpx' | 'tcx';

/** '2026-05-01 Morning run.fit', by the day where the workout was. */
export function fileNameOf(
  { name, start_datetime: start, start_locale_timezone: timeZone }: WorkoutSummary,
  format: FileFormat,
): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(start));
  return `${[day, fileWords(name)].filter(Boolean).join(' ')}.${format}`;
}

/** The formats a workout can be saved in. */
export function ExportMenu({ workout }: { workout: Workout }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { id } = workout;
  const save = useMutation({
    mutationFn: async (format: FileFormat | 'original') => {
      const asked =
        format === 'original'
          ? call(exportCalls.original, { params: { id } })
          : call(exportCalls.file, { params: { id }, query: { format } });
      const file = await asked.catch(async (error: unknown) => {
        throw await problemIn(error);
      });
      saveFile(
        file,
        format === 'original' ? (workout.file_name ?? workout.name) : fileNameOf(workout, format),
      );
    },
    onError: (error) => {
      notify({
        kind: 'error',
        text: failureText(error, t`We couldn’t create the file. Try again in a moment.`),
      });
    },
  });
  if (save.isPending) {
    return (
      <Button size="sm" loading>
        {t`Export`}
      </Button>
    );
  }
  const hasTrack = workout.preview.polyline !== null;
  return (
    <Menu
      label={t`Export`}
      size="sm"
      align="end"
      items={[
        { label: t`FIT, for watches and training software`, onSelect: () => save.mutate('fit') },
        {
          label: hasTrack ? t`GPX, for maps` : t`GPX: there is no track`,
          disabled: !hasTrack,
          onSelect: () => save.mutate('gpx'),
        },
        { label: t`TCX, with laps`, onSelect: () => save.mutate('tcx') },
        ...(workout.has_original
          ? [{ label: t`Original file`, onSelect: () => save.mutate('original') }]
          : []),
      ]}
    />
  );
}
