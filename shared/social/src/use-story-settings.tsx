import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { Story } from '@waymark/api-contract';
import { storyCalls } from '@waymark/api-contract/client';
import { call, notify } from '@waymark/contract';
import { useFailureText } from '@waymark/remote';
import { CommentIcon, EyeOffIcon, MapIcon, type MenuItem } from '@waymark/ui';
import { changeStory } from './story-cache.ts';

/**
 * How an own story is shown, as entries of a menu: none where the story is not the reader's. Each shows at once; what
 * fails is put back and said.
 */
export function useStorySettings(story: Story): MenuItem[] {
  const { t } = useLingui();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const { settings, object, can } = story;

  async function change(changed: Partial<Story['settings']>): Promise<void> {
    const show = (next: Partial<Story['settings']>) =>
      changeStory(queries, story.id, (cached) => ({ ...cached, settings: { ...cached.settings, ...next } }));
    show(changed);
    try {
      await call(storyCalls.update, { params: { id: story.id }, body: changed });
      if (changed.is_hidden_from_feed)
        notify({
          kind: 'success',
          text: t`Hidden from feeds. It still counts in your stats.`,
          action: { label: t`Undo`, run: () => void change({ is_hidden_from_feed: false }) },
        });
    } catch (error) {
      show(settings);
      notify({
        kind: 'error',
        text: failureText(error, t`That didn’t work. Nothing was changed; try again.`),
      });
    }
  }

  if (!can.edit) return [];
  const ofWorkouts: MenuItem[] = [
    {
      label: settings.is_hidden_from_feed ? t`Show in feeds` : t`Hide from feeds`,
      icon: <EyeOffIcon />,
      onSelect: () => void change({ is_hidden_from_feed: !settings.is_hidden_from_feed }),
    },
    {
      label: settings.is_map_hidden ? t`Show the map to others` : t`Hide the map from others`,
      icon: <MapIcon />,
      onSelect: () => void change({ is_map_hidden: !settings.is_map_hidden }),
    },
  ];
  return [
    ...(object.workout ? ofWorkouts : []),
    {
      label: settings.has_comments ? t`Turn off comments` : t`Turn on comments`,
      icon: <CommentIcon />,
      onSelect: () => void change({ has_comments: !settings.has_comments }),
    },
  ];
}
