import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData } from '@tanstack/react-query';
import { contactCalls } from '@waymark/api-contract/client';
import { useCall, useFailureText, useFormatLocale, usePageTitle, useSend, useSession } from '@waymark/remote';
import { useRestoredFocus } from '@waymark/social';
import {
  Box,
  Breadcrumb,
  Button,
  Flex,
  FormError,
  Heading,
  Link,
  LoadFailed,
  Pagination,
  Panel,
  SkeletonText,
  Stack,
  Text,
} from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { useEffect, useState, type ReactNode } from 'react';

/** What a list has on a page where the call says nothing else. */
const PAGE = 40;
const queryOf = (page: number) => (page > 1 ? { query: { limit: PAGE, offset: (page - 1) * PAGE } } : {});

/** Whom the member blocked or muted, and the way back. */
export default function ContactsPage() {
  const { t } = useLingui();
  const failureText = useFailureText();
  usePageTitle(t`Blocked and muted`);
  useRestoredFocus();
  const locale = useFormatLocale();
  const timeZone = useSession().user?.time_zone ?? 'UTC';
  const [blocksPage, setBlocksPage] = useState(1);
  const [mutesPage, setMutesPage] = useState(1);
  const keep = { placeholderData: keepPreviousData };
  const blocks = useCall(contactCalls.blocks, queryOf(blocksPage), keep);
  const mutes = useCall(contactCalls.mutes, queryOf(mutesPage), keep);
  const unblock = useSend(contactCalls.unblock);
  const unmute = useSend(contactCalls.unmute);
  const failureOf = ({ error, variables }: Pick<typeof unblock, 'error' | 'variables'>, id: number) =>
    error && variables?.params.id === id ? failureText(error, t`That didn’t work. Try again.`) : undefined;
  const blocked = blocks.data?._embedded.blocks;
  const muted = mutes.data?._embedded.mutes;
  const error = blocks.error ?? mutes.error;
  return (
    <Box w="100%" maxW="680px" mx="auto">
      <Stack gap={4}>
        <Breadcrumb
          items={[
            { href: '/people/friends', label: <Trans>Friends</Trans> },
            { label: <Trans>Blocked and muted</Trans> },
          ]}
        />
        <Heading level={1}>
          <Trans>Blocked and muted</Trans>
        </Heading>
        {error && !(blocked && muted) && (
          <LoadFailed
            title={<Trans>We couldn’t load these lists.</Trans>}
            error={error}
            retry={() => Promise.all([blocks.refetch(), mutes.refetch()])}
          />
        )}
        {!error && !(blocked && muted) && <SkeletonText lines={4} />}
        {blocked && (
          <Panel title={<Trans>Blocked</Trans>}>
            <Text muted mb={3}>
              <Trans>
                You and the people you block can’t see each other. Unblocking doesn’t make you friends again.
              </Trans>
            </Text>
            <ContactList
              empty={<Trans>You haven’t blocked anybody.</Trans>}
              count={blocks.data?.total_count ?? 0}
              page={blocksPage}
              onPage={setBlocksPage}
            >
              {blocked.map(({ id, display_name: name }) => (
                <Contact
                  key={id}
                  name={name}
                  failure={failureOf(unblock, id)}
                  action={
                    <Button
                      size="sm"
                      loading={unblock.isPending && unblock.variables.params.id === id}
                      onClick={() => unblock.mutate({ params: { id } })}
                    >
                      <Trans>Unblock</Trans>
                    </Button>
                  }
                />
              ))}
            </ContactList>
          </Panel>
        )}
        {muted && (
          <Panel title={<Trans>Muted</Trans>}>
            <ContactList
              empty={<Trans>You haven’t muted anybody.</Trans>}
              count={mutes.data?.total_count ?? 0}
              page={mutesPage}
              onPage={setMutesPage}
            >
              {muted.map(({ id, user, until }) => (
                <Contact
                  key={id}
                  name={<Link href={`/profile/${user.id}`}>{user.display_name}</Link>}
                  failure={failureOf(unmute, id)}
                  note={until ? t`Until ${formatDate(until, { locale, timeZone })}` : t`Until you unmute`}
                  action={
                    <Button
                      size="sm"
                      loading={unmute.isPending && unmute.variables.params.id === id}
                      onClick={() => unmute.mutate({ params: { id } })}
                    >
                      <Trans>Unmute</Trans>
                    </Button>
                  }
                />
              ))}
            </ContactList>
          </Panel>
        )}
      </Stack>
    </Box>
  );
}

interface ContactListProps {
  empty: ReactNode;
  /** Of all pages. */
  count: number;
  page: number;
  onPage: (page: number) => void;
  children: readonly ReactNode[];
}

function ContactList({ empty, count, page, onPage, children }: ContactListProps) {
  const lastPage = Math.max(1, Math.ceil(count / PAGE));
  useEffect(() => {
    // The last one of this page was taken back.
    if (page > lastPage) onPage(lastPage);
  }, [page, lastPage, onPage]);
  if (count === 0) return <Text muted>{empty}</Text>;
  return (
    <Stack gap={4}>
      <Box as="ul" listStyleType="none">
        {children}
      </Box>
      <Pagination count={count} limit={PAGE} page={page} onPage={onPage} />
    </Stack>
  );
}

interface ContactProps {
  name: ReactNode;
  note?: string;
  action: ReactNode;
  /** Why the action did not work. */
  failure: string | undefined;
}

function Contact({ name, note, action, failure }: ContactProps) {
  return (
    <Box as="li" borderTop="hairline" py={3}>
      <Flex gap={3} align="center" justify="space-between">
        <Box data-untranslated="">
          <Box fontWeight={600}>{name}</Box>
          {note && (
            <Box color="muted" fontSize="sm">
              {note}
            </Box>
          )}
        </Box>
        {action}
      </Flex>
      <FormError>{failure}</FormError>
    </Box>
  );
}
