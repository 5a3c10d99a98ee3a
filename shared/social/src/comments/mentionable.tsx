import { useLingui } from '@lingui/react/macro';
import { storyCalls } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';
import { Box, Flex } from '@waymark/ui';
import { useEffect } from 'react';
import { MemberPicture } from '../member-picture.tsx';
import { useDebounced } from '../use-debounced.ts';

const DEBOUNCE_MS = 300;
const LIMIT = 6;

interface MentionableProps {
  id: string;
  storyId: number;
  /** What was typed after the @; null while no mention is being typed. */
  search: string | null;
  active: number;
  onNames: (usernames: string[]) => void;
  onChoose: (username: string) => void;
}

/** Members who may see the story and whose name begins as typed. */
export function Mentionable({ id, storyId, search, active, onNames, onChoose }: MentionableProps) {
  const { t } = useLingui();
  const settled = useDebounced(search, DEBOUNCE_MS);
  const { data } = useCall(
    storyCalls.mentionable,
    { params: { id: storyId }, query: { q: settled ?? '', limit: LIMIT } },
    { enabled: search !== null && settled !== null, staleTime: 60_000 },
  );
  const found = search === null ? [] : (data?._embedded.users ?? []);
  // Of a name that is written out nothing is left to choose: the list would cover the button that sends.
  const isWritten = found.length === 1 && found[0]!.username === search?.toLowerCase();
  const users = isWritten ? [] : found;
  const names = users.map(({ username }) => username).join(' ');
  useEffect(() => onNames(names ? names.split(' ') : []), [names, onNames]);
  if (users.length === 0) return null;
  return (
    <Box
      id={id}
      role="listbox"
      aria-label={t`Members to mention`}
      position="absolute"
      insetInline={0}
      zIndex={20}
      mt={1}
      p={1}
      border="hairline"
      borderRadius="md"
      bg="surface"
    >
      {users.map((user, index) => (
        // Chosen from the field by the arrow keys and Enter.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <Flex
          key={user.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          align="center"
          gap={2}
          px={2}
          minH="40px"
          borderRadius="sm"
          bg={index === active ? 'sunken' : undefined}
          cursor="pointer"
          data-untranslated=""
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(user.username)}
        >
          <MemberPicture member={user} size="sm" />
          <span>{user.display_name}</span>
          <Box as="span" color="muted" fontSize="sm">
            @{user.username}
          </Box>
        </Flex>
      ))}
    </Box>
  );
}
