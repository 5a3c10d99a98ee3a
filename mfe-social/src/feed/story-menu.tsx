import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { Story } from '@waymark/api-contract';
import { storyCalls } from '@waymark/api-contract/client';
import { call, notify } from '@waymark/contract';
import { useFailureText, useSession } from '@waymark/remote';
import { changeStory, useSafetyMenu, useStorySettings } from '@waymark/social';
import { EditIcon, Menu, TrashIcon, type MenuItem } from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';

const EditPostDialog = lazy(() => import(/* webpackChunkName: "dialogs" */ './edit-post-dialog.tsx'));
const DeleteDialog = lazy(() => import(/* webpackChunkName: "dialogs" */ './delete-dialog.tsx'));

/** What the reader may do with a story: with an own one how it is shown, with another's what they see of its author. */
export default function StoryMenu({ story }: { story: Story }) {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<'delete' | 'edit' | null>(null);
  const isOwn = useSession().userId === story.actor.id;
  const { actor, can, object } = story;
  const remove = useRemoveStory(story);
  const safety = useSafetyMenu({
    member: { id: actor.id, name: actor.title },
    reported: can.report ? { type: 'story', id: story.id } : null,
    isMuted: actor.is_muted,
  });
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
  const items = isOwn ? own : [...safety.muteItems, ...safety.endItems];
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
              void remove();
            }}
          />
        )}
        {dialog === 'edit' && <EditPostDialog story={story} onClose={close} />}
      </Suspense>
      {safety.dialogs}
    </>
  );
}

/** Takes a story away; where that fails it is said. */
function useRemoveStory(story: Story) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const queries = useQueryClient();
  return async (): Promise<void> => {
    try {
      await call(storyCalls.remove, { params: { id: story.id } });
      changeStory(queries, story.id, () => null);
    } catch (error) {
      notify({
        kind: 'error',
        text: failureText(error, t`That didn’t work. Nothing was changed; try again.`),
      });
    }
  };
}
