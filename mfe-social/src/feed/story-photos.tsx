import { useLingui } from '@lingui/react/macro';
import type { Photo, Story } from '@waymark/api-contract';
import { Box, chakra, Grid, Skeleton } from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';
import './story-photos.css';
import { useReadyPhotos } from './use-ready-photos.ts';

const loadLightbox = () => import(/* webpackChunkName: "lightbox" */ '@waymark/social/lightbox');
const Lightbox = lazy(async () => ({ default: (await loadLightbox()).Lightbox }));

/** More are behind the last of these. */
const SHOWN = 4;

/** Photos of a story: one across, or up to four side by side; a press opens them over the whole screen. */
export default function StoryPhotos({ story }: { story: Story }) {
  const { t } = useLingui();
  const { photos } = story.object;
  useReadyPhotos(story);
  const [first, setFirst] = useState<number | null>(null);
  const ready = photos.filter(({ status }) => status === 'ready');
  const shown = photos.filter(({ status }) => status !== 'failed').slice(0, SHOWN);
  const hidden = photos.length - SHOWN;
  if (shown.length === 0) return null;
  return (
    <>
      <Grid
        templateColumns={shown.length === 1 ? 'minmax(0, 1fr)' : 'repeat(2, minmax(0, 1fr))'}
        gap={1}
        borderRadius="md"
        overflow="hidden"
      >
        {shown.map((photo, index) => (
          <chakra.button
            key={photo.id}
            type="button"
            position="relative"
            aspectRatio={shown.length === 1 ? shapeOf(photo) : 4 / 3}
            gridColumn={shown.length === 3 && index === 0 ? '1 / -1' : undefined}
            bg="sunken"
            aria-label={photo.caption || t`Photo ${index + 1} of ${photos.length}`}
            disabled={!photo.urls}
            onPointerEnter={() => void loadLightbox()}
            onClick={() => setFirst(ready.indexOf(photo))}
          >
            {photo.urls ? (
              <img
                className="wm-story-photo"
                src={photo.urls.medium}
                alt=""
                loading="lazy"
                decoding="async"
              />
            ) : (
              <Skeleton height="100%" radius={0} />
            )}
            {index === SHOWN - 1 && hidden > 0 && (
              <Box
                position="absolute"
                inset={0}
                display="grid"
                placeItems="center"
                fontSize="3xl"
                fontWeight={600}
                css={{ background: '#0b0f0d99', color: '#fff' }}
              >
                +{hidden}
              </Box>
            )}
          </chakra.button>
        ))}
      </Grid>
      {first !== null && (
        <Suspense>
          <Lightbox photos={ready} first={first} onClose={() => setFirst(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Neither a ribbon nor a tower: at most twice as wide as high, at most a quarter higher than wide. */
function shapeOf({ width, height }: Photo): number {
  return width && height ? Math.min(2, Math.max(0.8, width / height)) : 4 / 3;
}
