import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { FeedAddress } from '@waymark/api-contract';
import { feedAddressCalls } from '@waymark/api-contract/client';
import { notify } from '@waymark/contract';
import { callKey, useCall, useFailureText, useSend } from '@waymark/remote';
import {
  Button,
  CopyIcon,
  Field,
  Flex,
  FormError,
  Input,
  Panel,
  SkeletonText,
  Stack,
  Text,
} from '@waymark/ui';

/** The private Atom address of the own feed: made, renewed and ended when the member says so. */
export function FeedAddressPanel() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const key = callKey(feedAddressCalls.read);
  const { data, error } = useCall(feedAddressCalls.read);
  const renew = useSend(feedAddressCalls.renew, {
    onSuccess: (address) => queries.setQueryData(key, address),
  });
  const remove = useSend(feedAddressCalls.remove, {
    onSuccess: () => queries.setQueryData<FeedAddress>(key, { href: null, created_datetime: null }),
  });
  const failure = renew.error ?? remove.error;
  const copy = async (href: string) => {
    try {
      await navigator.clipboard.writeText(href);
      notify({ kind: 'success', text: t`Address copied.` });
    } catch {
      notify({
        kind: 'warning',
        text: t`Your browser doesn’t allow copying. Select the address and copy it.`,
      });
    }
  };
  return (
    <Panel title={<Trans>Your feed in a feed reader</Trans>}>
      <Stack gap={3} align="flex-start">
        <Text muted>
          <Trans>
            A private address in Atom form. Whoever has it can read what your friends share with you, so keep
            it to yourself.
          </Trans>
        </Text>
        {!data && !error && <SkeletonText lines={1} />}
        {error && (
          <Text role="alert" size="sm" color="danger.fg">
            {failureText(error, t`We couldn’t load your address. Try again later.`)}
          </Text>
        )}
        <FormError>{failure && failureText(failure, t`That didn’t work. Try again.`)}</FormError>
        {data?.href && (
          <>
            <Field label={<Trans>Your feed address</Trans>}>
              <Input readOnly value={data.href} onFocus={(event) => event.target.select()} />
            </Field>
            <Flex gap={2} wrap="wrap">
              <Button icon={<CopyIcon />} onClick={() => void copy(data.href!)}>
                <Trans>Copy address</Trans>
              </Button>
              <Button variant="quiet" loading={renew.isPending} onClick={() => renew.mutate()}>
                <Trans>Make a new address</Trans>
              </Button>
              <Button variant="quiet" loading={remove.isPending} onClick={() => remove.mutate()}>
                <Trans>Turn it off</Trans>
              </Button>
            </Flex>
          </>
        )}
        {data && !data.href && (
          <Button loading={renew.isPending} onClick={() => renew.mutate()}>
            <Trans>Make an address</Trans>
          </Button>
        )}
      </Stack>
    </Panel>
  );
}
