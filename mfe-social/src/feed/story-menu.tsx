import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { Story } from '@waymark/api-contract';
import { contactCalls, storyCalls } from '@waymark/api-contract/client';
import { call, notify } from '@waymark/contract';
import { useFailureText, useSession } from '@waymark/remote';
import { changeStory, useStorySettings } from '@waymark/social';
import { EditIcon, EyeOffIcon, FlagIcon, Menu, TrashIcon, type MenuItem } from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';

const ReportDialog = lazy(async () => ({
  default: (await import(/* webpackChunkName: "report" */ '@waymark/social/report')).ReportDialog,
}));
const EditPostDialog = lazy(() => import(/* webpackChunkName: "story-dialogs" */ './edit-post-dialog.tsx'));
const DeleteDialog = lazy(() => import(/* webpackChunkName: "story-dialogs" */ './delete-dialog.tsx'));

/** What the reader may do with a story: with an own one how it is shown, with another's what they see of its author. */
export default function StoryMenu({ story }: { story: Story }) {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<'delete' | 'edit' | 'report' | null>(null);
  const isOwn = useSession().userId === story.actor.id;
  const actions = useStoryActions(story);
  const name = story.actor.title;
  const { can, object } = story;
  const close = () => setDialog(null);
  const own: MenuItem[] = [
    ...(object.type === 'status' && can.edit
      ? [{ label: t`Edit post`, icon: <EditIcon />, onSelect: () => setDialog('edit') }]
      : []),
    ...(object.workout && can.edit
      ? [{ label: t`Edit workout`, icon: <EditIcon />, href: `/workout/edit/${object.workout.id}` }]
      : []),
    ...useStorySettings(story),
    ...(can.delete
      ? [
          {
            label: object.type === 'status' ? t`Delete post` : t`Remove from the feed`,
            icon: <TrashIcon />,
            danger: true,
            separated: true,
            onSelect: () => setDialog('delete'),
          },
        ]
      : []),
  ];
  const others: MenuItem[] = [
    { label: t`Mute ${name} for a week`, icon: <EyeOffIcon />, onSelect: () => void actions.mute(7) },
    { label: t`Mute ${name} for 30 days`, icon: <EyeOffIcon />, onSelect: () => void actions.mute(30) },
    { label: t`Mute ${name}`, icon: <EyeOffIcon />, onSelect: () => void actions.mute() },
    ...(can.report
      ? [{ label: t`Report`, icon: <FlagIcon />, separated: true, onSelect: () => setDialog('report') }]
      : []),
  ];
  const items = isOwn ? own : others;
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={t`More actions`} icon size="sm" align="end" items={items} />
      <Suspense>
        {dialog === 'delete' && (
          <DeleteDialog
            isPost={object.type === 'status'}
            onClose={close}
            onDelete={() => {
              close();
              void actions.remove();
            }}
          />
        )}
        {dialog === 'edit' && <EditPostDialog story={story} onClose={close} />}
        {dialog === 'report' && <ReportDialog reported={{ type: 'story', id: story.id }} onClose={close} />}
      </Suspense>
    </>
  );
}

/** What fails is put back and said. */
function useStoryActions(story: Story) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const name = story.actor.title;
  const failed = (error: unknown) => {
    changeStory(queries, story.id, () => story);
    notify({
      kind: 'error',
      text: failureText(error, t`That didn't work. Nothing was changed; try again.`),
    });
  };

  async function remove(): Promise<void> {
    try {
      await call(storyCalls.remove, { params: { id: story.id } });
      changeStory(queries, story.id, () => null);
    } catch (error) {
      failed(error);
    }
  }

  async function mute(days?: 7 | 30): Promise<void> {
    const { id } = story.actor;
    try {
      await call(contactCalls.mute, {
        body: { _links: { user: [{ href: `/v7.1/user/${id}/`, id: String(id) }] }, ...(days && { days }) },
      });
      notify({
        kind: 'success',
        text: t`You won't see ${name} in your feed.`,
        action: { label: t`Undo`, run: () => void unmute(id) },
      });
    } catch (error) {
      failed(error);
    }
  }

  const unmute = (id: number) =>
    call(contactCalls.unmute, { params: { id } }).catch((error: unknown) => failed(error));

  return { remove, mute };
}
