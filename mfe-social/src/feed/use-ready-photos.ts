import { useQueryClient } from '@tanstack/react-query';
import type { Story } from '@waymark/api-contract';
import { storyCalls } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';
import { changeStory } from '@waymark/social';
import { useEffect } from 'react';

const POLL_MS = 1500;

const isProcessing = ({ object }: Story): boolean =>
  object.photos.some(({ status }) => status === 'processing');

/** Asks for a story again until its photos are made ready. */
export function useReadyPhotos(story: Story): void {
  const queries = useQueryClient();
  const { data } = useCall(
    storyCalls.one,
    { params: { id: story.id } },
    { enabled: isProcessing(story), refetchInterval: POLL_MS, staleTime: 0 },
  );
  const photos = data?.object.photos;
  useEffect(() => {
    if (!photos || !isProcessing(story) || photos.length < story.object.photos.length) return;
    if (photos.every(({ status }, index) => status === story.object.photos[index]?.status)) return;
    changeStory(queries, story.id, (cached) => ({ ...cached, object: { ...cached.object, photos } }));
  }, [queries, story, photos]);
}
