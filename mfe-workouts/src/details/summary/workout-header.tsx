import type { ActivityGroupKey } from '@waymark/activities';
import type { Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { AppLink, useFormatLocale, useSession } from '@waymark/remote';
import {
  ActivityIcon,
  Box,
  Button,
  CopyIcon,
  CutIcon,
  EditIcon,
  Flex,
  GlobeIcon,
  Heading,
  LinkIcon,
  LockIcon,
  TrashIcon,
  UsersIcon,
} from '@waymark/ui';
import { Exporting } from '../../compare/export/exporting.tsx';
import { usePrivacyOptions } from '../../shared/privacy-options.ts';
import { startText } from './start-text.ts';
import { useDelete } from './use-delete.ts';

const PRIVACY_ICONS = { 0: LockIcon, 1: UsersIcon, 3: GlobeIcon, 6: LinkIcon };

/** What it was, when, with what; and what its owner can do with it. */
export function WorkoutHeader({ workout }: { workout: Workout }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const session = useSession();
  const privacy = usePrivacyOptions().find(({ value }) => value === String(workout.privacy));
  const PrivacyIcon = PRIVACY_ICONS[workout.privacy];
  const own = workout.user.id === session.userId;
  return (
    <Flex as="header" justify="space-between" align="flex-start" gap={4} wrap="wrap">
      <Flex gap={3} align="flex-start" flex="1 1 320px" minW={0}>
        <Box flex="none" pt="2px" lineHeight={0}>
          <ActivityIcon group={workout.activity_group as ActivityGroupKey} size={36} />
        </Box>
        <Box minW={0}>
          <Heading level={1} lineHeight={1.15} overflowWrap="anywhere">
            {workout.name}
          </Heading>
          <Flex
            as="ul"
            wrap="wrap"
            columnGap={4}
            rowGap={1}
            mt={1}
            p={0}
            color="muted"
            fontSize="sm"
            listStyleType="none"
          >
            <li>{workout.activity_name}</li>
            <li>
              <time dateTime={workout.start_datetime}>{startText(workout, locale)}</time>
            </li>
            {workout.device && <li>{workout.device}</li>}
            {own ? (
              privacy && (
                <Flex as="li" align="center" gap={1}>
                  <PrivacyIcon size="1em" />
                  {privacy.label}
                </Flex>
              )
            ) : (
              <li>
                <AppLink href={`/profile/${workout.user.id}/dashboard`}>{workout.user.display_name}</AppLink>
              </li>
            )}
            {workout.source === 'sample' && <li>{t`Sample data`}</li>}
          </Flex>
          {workout.parent_id !== null && (
            <Box mt={1} fontSize="sm">
              <AppLink href={`/workout/${workout.parent_id}`}>
                <Trans>One leg of a longer workout: see the whole</Trans>
              </AppLink>
            </Box>
          )}
        </Box>
      </Flex>
      <Actions workout={workout} />
    </Flex>
  );
}

function Actions({ workout }: { workout: Workout }) {
  const remove = useDelete(workout);
  const { can, id } = workout;
  return (
    <Flex gap={2} wrap="wrap">
      {can.edit && (
        <Button size="sm" href={`/workout/edit/${id}`} icon={<EditIcon />}>
          <Trans>Edit</Trans>
        </Button>
      )}
      {can.edit && workout.has_time_series && workout.leg_count === 0 && workout.parent_id === null && (
        <Button size="sm" href={`/workout/cut/${id}`} icon={<CutIcon />}>
          <Trans>Cut, split or merge</Trans>
        </Button>
      )}
      {can.copy && (
        <Button size="sm" href={`/workout/copy/${id}`} icon={<CopyIcon />}>
          <Trans>Copy</Trans>
        </Button>
      )}
      <Exporting workout={workout} />
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
    </Flex>
  );
}
