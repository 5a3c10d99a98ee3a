import type { Group } from '@waymark/api-contract';
import { groupCalls } from '@waymark/api-contract/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { navigate } from '@waymark/contract';
import { useCall, useFailureText, usePageTitle, useSend } from '@waymark/remote';
import {
  Box,
  Breadcrumb,
  Button,
  EmptyState,
  Field,
  Flex,
  FormError,
  Heading,
  Input,
  Link,
  LoadFailed,
  Skeleton,
  Stack,
  Text,
  useFocusInvalid,
  UsersIcon,
} from '@waymark/ui';
import { useState } from 'react';

/** Groups that the member is in or invited to, and a field to found one. */
export default function GroupsPage() {
  const { t } = useLingui();
  usePageTitle(t`Groups`);
  const { data, error, refetch, isFetching } = useCall(groupCalls.list);
  const groups = data?._embedded.groups ?? [];
  return (
    <Stack gap={5} w="100%" maxW="760px" mx="auto">
      <Breadcrumb
        items={[{ href: '/challenges', label: <Trans>Challenges</Trans> }, { label: <Trans>Groups</Trans> }]}
      />
      <Heading level={1}>
        <Trans>Groups</Trans>
      </Heading>
      <FoundGroup />
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load your groups.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <Skeleton height="120px" />}
      {data && groups.length === 0 && (
        <EmptyState icon={<UsersIcon size={40} />} title={<Trans>You’re in no group yet</Trans>}>
          <Trans>Create one for the people you train with, and challenge each other.</Trans>
        </EmptyState>
      )}
      <Box as="ul" aria-label={t`Groups`} listStyleType="none" p={0} m={0}>
        {groups.map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      </Box>
    </Stack>
  );
}

const GroupRow = ({ group: { id, name, member_count: count, invited_by: inviter } }: { group: Group }) => (
  <Box as="li" borderTop="hairline" py={4}>
    <Heading level={2} size="lg" overflowWrap="anywhere" data-untranslated="">
      <Link href={`/groups/${id}`} variant="quiet">
        {name}
      </Link>
    </Heading>
    {inviter && (
      <Text fontWeight={600}>
        <Trans>{inviter.display_name} invited you</Trans>
      </Text>
    )}
    <Text muted size="sm">
      <Plural value={count} one="# member" other="# members" />
    </Text>
  </Box>
);

function FoundGroup() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [name, setName] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const create = useSend(groupCalls.create, {
    keepKey: true,
    onSuccess: ({ id }) => navigate(`/groups/${id}`),
  });
  const { form, focusInvalid } = useFocusInvalid();
  const isMissing = name.trim() === '';
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setHasTried(true);
        if (isMissing) focusInvalid();
        else if (!create.isPending) create.mutate({ body: { name } });
      }}
    >
      <Flex gap={3} align="flex-end" wrap="wrap">
        <Box flex="1 1 240px">
          <Field
            label={t`Name of a new group`}
            touched={hasTried}
            error={hasTried && isMissing ? t`Name the group.` : undefined}
          >
            <Input maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
        </Box>
        <Button type="submit" variant="primary" loading={create.isPending}>
          <Trans>Create group</Trans>
        </Button>
      </Flex>
      <FormError>{create.error && failureText(create.error)}</FormError>
    </form>
  );
}
