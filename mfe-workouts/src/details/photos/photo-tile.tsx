import type { Photo } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, chakra, Flex, IconButton, Spinner, TrashIcon, WarningIcon } from '@waymark/ui';
import type { DOMAttributes } from 'react';
import { Caption } from './caption.tsx';

interface PhotoTileProps {
  photo: Photo;
  number: number;
  own: boolean;
  lifted: boolean;
  /** What the handle listens to; undefined where there is nothing to order. */
  handle: DOMAttributes<HTMLButtonElement> | undefined;
  onOpen: () => void;
  onDescribe: (caption: string) => void;
  onRemove: () => void;
}

/** One photo of the gallery; for its owner with handle, description and deletion. */
export function PhotoTile({ photo, number, own, lifted, handle, ...on }: PhotoTileProps) {
  const { t } = useLingui();
  const name = photo.caption || t`Photo ${number}`;
  return (
    <Box as="li" opacity={lifted ? 0.6 : 1}>
      <Box position="relative" bg="sunken" borderRadius="md" overflow="hidden" css={{ aspectRatio: '4 / 3' }}>
        {photo.status === 'ready' && photo.urls ? (
          <chakra.button
            type="button"
            onClick={on.onOpen}
            aria-label={t`Enlarge ${name}`}
            display="block"
            w="100%"
            h="100%"
            cursor="zoom-in"
          >
            <img
              src={photo.urls.small}
              srcSet={`${photo.urls.small} 320w, ${photo.urls.medium} 1024w`}
              sizes="(max-width: 767px) 50vw, 260px"
              alt=""
              loading="lazy"
              draggable={false}
              style={{ width: '100%', height: '100%', objectFit: 'cover' }}
            />
          </chakra.button>
        ) : (
          <State photo={photo} />
        )}
      </Box>
      {own ? (
        <Flex align="center" gap={1} mt={1}>
          {handle && (
            <IconButton
              size="sm"
              label={t`Move ${name}. Arrow keys change its place.`}
              icon={<HandleIcon />}
              cursor="grab"
              css={{ touchAction: 'none' }}
              {...handle}
            />
          )}
          <Caption caption={photo.caption} name={name} onChange={on.onDescribe} />
          <IconButton size="sm" label={t`Delete ${name}`} icon={<TrashIcon />} onClick={on.onRemove} />
        </Flex>
      ) : (
        photo.caption && (
          <Box fontSize="sm" mt={1} overflowWrap="anywhere">
            {photo.caption}
          </Box>
        )
      )}
    </Box>
  );
}

function State({ photo }: { photo: Photo }) {
  const { t } = useLingui();
  return (
    <Flex
      direction="column"
      align="center"
      justify="center"
      gap={2}
      h="100%"
      p={3}
      textAlign="center"
      fontSize="sm"
    >
      {photo.status === 'failed' ? (
        <>
          <Box color="danger.fg">
            <WarningIcon />
          </Box>
          <span>
            {photo.problem ?? <Trans>This picture could not be read. Delete it and try another.</Trans>}
          </span>
        </>
      ) : (
        <>
          <Spinner label={t`Working on it`} />
          <Box as="span" color="muted">
            <Trans>Processing. Only you can see it for now.</Trans>
          </Box>
        </>
      )}
    </Flex>
  );
}

const HandleIcon = () => (
  <svg width="1.25em" height="1.25em" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    {[6, 12, 18].flatMap((y) => [9, 15].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r={1.6} />))}
  </svg>
);
