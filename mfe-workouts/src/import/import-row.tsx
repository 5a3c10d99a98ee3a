import type { FileImport, WorkoutSummary } from '@waymark/api-contract';
import type { ActivityGroupKey } from '@waymark/activities';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  ActivityIcon,
  Box,
  Button,
  CheckIcon,
  ClockIcon,
  FileIcon,
  IconButton,
  CloseIcon,
  Link,
  ProgressBar,
  RouteIcon,
  WarningIcon,
} from '@waymark/ui';
import { WorkoutLine } from '../shared/workout-line.tsx';
import { ChangeActivity } from './change-activity.tsx';
import { DuplicateChoice } from './duplicate-choice.tsx';
import { ImportLine } from './import-line.tsx';
import { useFileProblemText } from './use-file-problem-text.ts';
import { useImportActions } from './use-import-actions.ts';

/** Problems of files that hold no workout: reading them once more changes nothing. */
const HOPELESS: ReadonlySet<string> = new Set(['not_a_workout', 'empty', 'doctype']);

/** One file that the server has: how far it is, or what became of it. */
export function ImportRow({ item }: { item: FileImport }) {
  const { t } = useLingui();
  const { retry, dismiss } = useImportActions();
  const problemText = useFileProblemText();
  const file = item.archive_name ? t`${item.file_name} in ${item.archive_name}` : item.file_name;
  const close = (
    <IconButton
      size="sm"
      variant="quiet"
      label={t`Remove ${item.file_name} from the list`}
      icon={<CloseIcon />}
      onClick={() => dismiss.mutate({ params: { id: item.id } })}
    />
  );

  switch (item.state) {
    case 'queued':
      return <ImportLine icon={<ClockIcon />} name={file} detail={<Trans>In the queue</Trans>} />;
    case 'reading':
      return (
        <ImportLine
          icon={<FileIcon />}
          name={file}
          detail={<Trans>Reading</Trans>}
          below={<ProgressBar label={t`Reading ${item.file_name}`} value={item.progress} max={1} />}
        />
      );
    case 'ready':
      return <ReadyRow item={item} file={file} close={close} />;
    case 'duplicate':
      return <DuplicateChoice item={item} file={file} />;
    case 'skipped':
      return (
        <ImportLine
          icon={<CheckIcon />}
          name={file}
          detail={problemText(item.problem) ?? <Trans>Not imported: you have this workout already.</Trans>}
          actions={close}
        />
      );
    case 'failed':
      if (item.problem?.code === 'planned_route') {
        return <PlannedRouteRow item={item} file={file} close={close} />;
      }
      return (
        <ImportLine
          icon={<WarningIcon />}
          tone="danger"
          name={file}
          detail={problemText(item.problem) ?? <Trans>This file could not be read.</Trans>}
          actions={
            <>
              {!HOPELESS.has(item.problem?.code ?? '') && (
                <Button
                  size="sm"
                  variant="outline"
                  loading={retry.isPending}
                  onClick={() => retry.mutate({ params: { id: item.id } })}
                >
                  <Trans>Try again</Trans>
                </Button>
              )}
              {close}
            </>
          }
        />
      );
  }
}

/** A route to follow is no failure: it only belongs elsewhere. */
function PlannedRouteRow({ item, file, close }: { item: FileImport; file: string; close: React.ReactNode }) {
  const { saveRoute } = useImportActions();
  const problemText = useFileProblemText();
  return (
    <ImportLine
      icon={<RouteIcon />}
      tone="sun"
      name={file}
      detail={problemText(item.problem)}
      actions={
        <>
          <Button
            size="sm"
            variant="outline"
            loading={saveRoute.isPending}
            onClick={() => saveRoute.mutate({ params: { id: item.id } })}
          >
            <Trans>Save as route</Trans>
          </Button>
          {close}
        </>
      }
    />
  );
}

function ReadyRow({ item, file, close }: { item: FileImport; file: string; close: React.ReactNode }) {
  const { t } = useLingui();
  const parent = item.workouts.find((w) => w.leg_count > 0);
  const shown: WorkoutSummary[] = parent ? [parent] : item.workouts;
  const first = shown[0];
  if (item.route) {
    return (
      <ImportLine
        icon={<RouteIcon />}
        name={<Link href={`/routes/view/${item.route.id}`}>{item.route.name}</Link>}
        detail={
          <>
            <Trans>Saved as a route</Trans>
            <Box>{file}</Box>
          </>
        }
        actions={close}
      />
    );
  }
  return (
    <ImportLine
      icon={first ? <ActivityIcon group={first.activity_group as ActivityGroupKey} /> : <CheckIcon />}
      name={
        first
          ? shown.map((workout) => (
              <Box key={workout.id}>
                <Link href={`/workout/${workout.id}`}>{workout.name}</Link>
              </Box>
            ))
          : file
      }
      detail={
        <>
          {shown.map((workout) => (
            <WorkoutLine key={workout.id} workout={workout} />
          ))}
          <Box>{file}</Box>
          {item.warnings.map((warning) => (
            <Box key={warning} color="sun.fg">
              {warning}
            </Box>
          ))}
        </>
      }
      actions={
        <>
          {shown.length > 0 && <ChangeActivity ids={shown.map(({ id }) => id)} label={t`Change activity`} />}
          {close}
        </>
      }
    />
  );
}
