import type { ActivityGroupKey } from '@waymark/activities';
import type { Workout } from '@waymark/api-contract';
import { keepLinkKey } from '@waymark/api-contract/link-key';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  AppLink,
  useFormatLocale,
  useSession,
  useAfterPaint,
  useChunk,
  useFailureText,
} from '@waymark/remote';
import {
  ActivityIcon,
  Box,
  Button,
  CopyIcon,
  CutIcon,
  EditIcon,
  GlobeIcon,
  LinkIcon,
  LockIcon,
  PRIVACY_NAMES,
  TrashIcon,
  UsersIcon,
  ChevronDownIcon,
} from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '@waymark/contract';
import '../look.css';
import { startText } from './start-text.ts';

const ShareLinkDialog = lazy(async () => ({
  default: (await import(/* webpackChunkName: "share-link" */ '@waymark/remote/share-link')).ShareLinkDialog,
}));

const PRIVACY_ICONS = { 0: LockIcon, 1: UsersIcon, 3: GlobeIcon, 6: LinkIcon };

/** What it was, when, with what; and what its owner can do with it. */
export function WorkoutHeader({ workout }: { workout: Workout }) {
  const { t, i18n } = useLingui();
  const locale = useFormatLocale();
  const session = useSession();
  const PrivacyIcon = PRIVACY_ICONS[workout.privacy];
  const own = workout.user.id === session.userId;
  return (
    <header className="wm-w-head">
      <div className="wm-w-what">
        <div>
          <ActivityIcon group={workout.activity_group as ActivityGroupKey} size={36} />
        </div>
        <div>
          <h1>{workout.name}</h1>
          <ul className="wm-w-facts">
            <li>{workout.activity_name}</li>
            <li>
              <time dateTime={workout.start_datetime}>{startText(workout, locale)}</time>
            </li>
            {workout.locality && <li>{workout.locality}</li>}
            {workout.device && <li>{workout.device}</li>}
            {own ? (
              <li className="wm-w-icon-text">
                <PrivacyIcon size="1em" />
                {i18n._(PRIVACY_NAMES[workout.privacy])}
              </li>
            ) : (
              <li>
                <AppLink href={`/profile/${workout.user.id}/dashboard`}>{workout.user.display_name}</AppLink>
              </li>
            )}
            {workout.source === 'sample' && <li>{t`Sample data`}</li>}
          </ul>
          {workout.parent_id !== null && (
            <Box mt={1} fontSize="sm">
              <AppLink href={keepLinkKey(`/workout/${workout.parent_id}`)}>
                <Trans>One leg of a longer workout: see the whole</Trans>
              </AppLink>
            </Box>
          )}
        </div>
      </div>
      <Actions workout={workout} />
    </header>
  );
}

/** The link to the workout; for a leg that to the whole. */
function Sharing({ workout: { id, parent_id } }: { workout: Workout }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<LinkIcon />} onClick={() => setIsOpen(true)}>
        <Trans>Share</Trans>
      </Button>
      {isOpen && (
        <Suspense>
          <ShareLinkDialog kind="workout" id={parent_id ?? id} open onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Actions({ workout }: { workout: Workout }) {
  const remove = useDelete(workout);
  const { can, id } = workout;
  return (
    <div className="wm-w-actions">
      {can.edit && (
        <Button size="sm" href={`/workout/edit/${id}`} icon={<EditIcon />}>
          <Trans>Edit</Trans>
        </Button>
      )}
      {can.edit && workout.has_time_series && workout.leg_count === 0 && workout.parent_id === null && (
        <Button size="sm" href={`/workout/cut/${id}`} icon={<CutIcon />}>
          <Trans>Trim, split or merge</Trans>
        </Button>
      )}
      {can.copy && (
        <Button size="sm" href={`/workout/copy/${id}`} icon={<CopyIcon />}>
          <Trans>Copy</Trans>
        </Button>
      )}
      {can.edit && workout.privacy === 6 && <Sharing workout={workout} />}
      <ExportButton workout={workout} />
      {can.delete && (
        <Button
          size="sm"
          variant="quiet"
          icon={<TrashIcon />}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          <Trans>Delete</Trans>
        </Button>
      )}
    </div>
  );
}

const loadMenu = () => import(/* webpackChunkName: "extras" */ '../export/export-menu.tsx');

/** 'Export' of a workout's page comes after the first picture; its room is there before, so that nothing moves. */
function ExportButton({ workout }: { workout: Workout }) {
  const { module } = useChunk(loadMenu, useAfterPaint());
  if (module) return <module.ExportMenu workout={workout} />;
  return (
    <Button size="sm" disabled aria-hidden visibility="hidden" icon={<ChevronDownIcon />}>
      <Trans>Export</Trans>
    </Button>
  );
}

const loadDelete = () => import(/* webpackChunkName: "delete" */ './delete-workout.ts');

/** Deletes a workout at once and offers to undo it, which brings it back as it was. */
function useDelete(workout: Workout) {
  const { t, i18n } = useLingui();
  const failureText = useFailureText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => (await loadDelete()).deleteWorkout(workout, queries, i18n),
    onError: (error) =>
      void notify({
        kind: 'error',
        text: failureText(error, t`This workout could not be deleted. It is still here; try again.`),
      }),
  });
}
