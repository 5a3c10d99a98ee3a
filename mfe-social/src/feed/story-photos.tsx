import { useLingui } from '@lingui/react/macro';
import type { Story } from '@waymark/api-contract';
import { Box, Skeleton } from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';
import './look.css';
import { PHOTOS_SHOWN, photoPlaces } from './photo-layout.ts';
import './story-photos.css';
import { useReadyPhotos } from './use-ready-photos.ts';

const loadLightbox = () => import(/* webpackChunkName: "lightbox" */ '@waymark/social/lightbox');
const Lightbox = lazy(async () => ({ default: (await loadLightbox()).Lightbox }));

/** Photos of a story: one across, or up to four side by side; a press opens them over the whole screen. */
export default function StoryPhotos({ story }: { story: Story }) {
  const { t } = useLingui();
  const { photos } = story.object;
  useReadyPhotos(story);
  const [first, setFirst] = useState<number | null>(null);
  const ready = photos.filter(({ status }) => status === 'ready');
  const places = photoPlaces(photos);
  const hidden = photos.length - PHOTOS_SHOWN;
  if (places.length === 0) return null;
  return (
    <>
      <div className="wm-f-photos">
        {places.map(({ photo, ratio, isWide }, index) => (
          <button
            key={photo.id}
            type="button"
            data-wide={isWide ? '' : undefined}
            style={{ aspectRatio: ratio }}
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
            {index === PHOTOS_SHOWN - 1 && hidden > 0 && (
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
          </button>
        ))}
      </div>
      {first !== null && (
        <Suspense>
          <Lightbox photos={ready} first={first} onClose={() => setFirst(null)} />
        </Suspense>
      )}
    </>
  );
}
