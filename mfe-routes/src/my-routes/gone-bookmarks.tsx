import type { RouteBookmarkList } from '@waymark/api-contract';
import { routeCalls } from '@waymark/api-contract/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { apiErrorText, useSend } from '@waymark/remote';
import { Box, Button, Flex, LockIcon, RelativeTime, Text } from '@waymark/ui';

/** Bookmarks whose routes cannot be opened any more. */
export function GoneBookmarks({ gone }: { gone: RouteBookmarkList['gone'] }) {
  const { t } = useLingui();
  const remove = useSend(routeCalls.removeBookmark, {
    onError: (error) => {
      notify({
        kind: 'error',
        text: apiErrorText(error, t`The bookmark could not be removed just now. Try again in a moment.`),
      });
    },
  });
  if (gone.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="gone" mb={6} p={4} borderRadius="md" bg="sunken">
      <Text id="gone" fontWeight={600}>
        <Plural
          value={gone.length}
          one="A bookmarked route is private now or was deleted"
          other="# bookmarked routes are private now or were deleted"
        />
      </Text>
      <Text muted fontSize="sm">
        <Trans>Should the owner share it again, it comes back to your list.</Trans>
      </Text>
      <Box as="ul" listStyleType="none" p={0} m={0} mt={2}>
        {gone.map(({ id, date_created: date }) => (
          <Flex as="li" key={id} gap={3} align="center" justify="space-between" borderTop="hairline" py={1}>
            <Flex gap={2} align="center" color="muted" fontSize="sm">
              <LockIcon />
              <span>
                <Trans>
                  Bookmarked <RelativeTime date={date} />
                </Trans>
              </span>
            </Flex>
            <Button
              size="sm"
              variant="quiet"
              loading={remove.isPending && remove.variables.params.id === id}
              onClick={() => remove.mutate({ params: { id } })}
            >
              <Trans>Remove</Trans>
            </Button>
          </Flex>
        ))}
      </Box>
    </Box>
  );
}
