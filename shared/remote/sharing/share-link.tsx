import { readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import { routeCalls, workoutCalls } from '@waymark/api-contract/client';
import { withLinkKey } from '@waymark/api-contract/link-key';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { notify } from '@waymark/contract';
import { callKey, useCall, useFailureText, useSend, useSession } from '@waymark/remote';
import {
  Banner,
  Button,
  CopyIcon,
  Field,
  FormError,
  LinkIcon,
  LoadFailed,
  Modal,
  Skeleton,
  Stack,
  Text,
  Textarea,
} from '@waymark/ui';
import { useState } from 'react';

/** A workout or route of the member's own that is accessible by link. */
export interface LinkedThing {
  kind: 'workout' | 'route';
  id: number;
}

const BY_LINK = 6;
const PAGES = { workout: '/workout', route: '/routes/view' } as const;

const CALLS = { workout: workoutCalls, route: routeCalls } as const;

/** The owner's view of the link, and the call that makes a new one. */
export function useShareLink({ kind, id }: LinkedThing, onMade?: () => void) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { shareLink, renewShareLink } = CALLS[kind];
  const input = { params: { id } };
  // Another tab may have made a new link: a kept answer would be shared in vain.
  const { data, error, refetch } = useCall(shareLink, input, { gcTime: 0, staleTime: 0 });
  const queries = useQueryClient();
  const renew = useSend(renewShareLink, {
    onSuccess: (link) => {
      queries.setQueryData(callKey(shareLink, input), link);
      onMade?.();
    },
  });
  return {
    link: data,
    error,
    refetch,
    renew: () => renew.mutate(input),
    isRenewing: renew.isPending,
    /** Why no new link was made. */
    renewFailure:
      renew.error && failureText(renew.error, t`We couldn’t make the link. Try again in a moment.`),
  };
}

interface ShareLinkDialogProps extends LinkedThing {
  open: boolean;
  onClose: () => void;
}

/** The link to an own workout or route: to be copied, shared, and replaced by another one. */
export function ShareLinkDialog({ open, onClose, ...thing }: ShareLinkDialogProps) {
  const { t } = useLingui();
  return (
    <Modal
      open={open}
      onClose={onClose}
      size="wide"
      title={thing.kind === 'workout' ? t`Link to this workout` : t`Link to this route`}
    >
      <LinkControls {...thing} />
    </Modal>
  );
}

function LinkControls(thing: LinkedThing) {
  const { t } = useLingui();
  const { kind, id } = thing;
  const [isAsking, setIsAsking] = useState(false);
  const { link, error, refetch, renew, isRenewing, renewFailure } = useShareLink(thing, () => {
    setIsAsking(false);
    notify({ kind: 'success', text: t`This is the new link. The old one no longer works.` });
  });
  if (error && !link)
    return (
      <LoadFailed
        title={<Trans>We couldn’t load the link.</Trans>}
        error={error}
        retry={() => void refetch()}
      />
    );
  if (!link) return <Skeleton height="160px" />;
  if (link.key === null)
    return (
      <Stack gap={4} align="flex-start">
        <Text>
          <Trans>There is no link yet. Whoever gets it can look without logging in.</Trans>
        </Text>
        <FormError>{renewFailure}</FormError>
        <Button variant="primary" icon={<LinkIcon />} loading={isRenewing} onClick={renew}>
          <Trans>Make a link</Trans>
        </Button>
      </Stack>
    );
  const href = withLinkKey(`${location.origin}${PAGES[kind]}/${id}`, link.key);
  return (
    <Stack gap={4}>
      <Field
        label={t`Link`}
        hint={
          kind === 'workout'
            ? t`Whoever has this link can see the workout, without logging in.`
            : t`Whoever has this link can see the route, without logging in.`
        }
      >
        <Textarea
          readOnly
          rows={2}
          value={href}
          data-untranslated=""
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
      {isAsking ? (
        <Banner kind="warning" title={<Trans>Make a new link?</Trans>}>
          <Stack gap={3} align="flex-start">
            <Text>
              <Trans>
                The old link stops working at once, for everyone who has it and on every website that shows
                it. Send the new one to those who should still see this.
              </Trans>
            </Text>
            <FormError>{renewFailure}</FormError>
            <Stack direction={{ base: 'column', sm: 'row' }} gap={2}>
              <Button size="sm" onClick={() => setIsAsking(false)}>
                <Trans>Keep the old link</Trans>
              </Button>
              <Button size="sm" variant="danger" loading={isRenewing} onClick={renew}>
                <Trans>Make a new link</Trans>
              </Button>
            </Stack>
          </Stack>
        </Banner>
      ) : (
        <Stack direction={{ base: 'column', sm: 'row' }} gap={2}>
          <CopyLinkButton href={href} />
          {'share' in navigator && <SendLinkButton href={href} />}
          <Button variant="quiet" onClick={() => setIsAsking(true)}>
            <Trans>Make a new link</Trans>
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

function CopyLinkButton({ href }: { href: string }) {
  const { t } = useLingui();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(href);
      notify({ kind: 'success', text: t`The link is copied.` });
    } catch {
      notify({ kind: 'warning', text: t`Your browser did not let us copy. Select the link and copy it.` });
    }
  };
  return (
    <Button variant="primary" icon={<CopyIcon />} onClick={() => void copy()}>
      <Trans>Copy link</Trans>
    </Button>
  );
}

/** By what the device offers: messages, mail, other apps. */
function SendLinkButton({ href }: { href: string }) {
  return (
    <Button
      icon={<LinkIcon />}
      // Who closes the device's dialog has changed their mind: nothing went wrong.
      onClick={() => void navigator.share({ url: href }).catch(() => {})}
    >
      <Trans>Share</Trans>
    </Button>
  );
}

/** Kept once a member has answered the notice: it asks each owner once, whatever they shared. */
const answeredKey = (userId: number) => `waymark.links_changed.${userId}` as const;

/**
 * A notice where the links to a thing that is accessible by link no longer work, with the action that makes one. A page
 * that cannot go on without a link gives `onMade` and always has the notice; elsewhere it asks its owner once.
 */
export function ShareAgainNotice({ onMade, ...thing }: LinkedThing & { onMade?: () => void }) {
  const userId = useSession().user?.id;
  const [isOpen, setIsOpen] = useState(false);
  const [isAnswered, setIsAnswered] = useState(
    () => !onMade && userId !== undefined && Boolean(readLocal(answeredKey(userId))),
  );
  const answer = () => {
    if (onMade) return onMade();
    if (userId !== undefined) writeLocal(answeredKey(userId), '1');
    setIsAnswered(true);
  };
  return (
    <>
      {!isAnswered && (
        <ShareAgainBanner
          {...thing}
          onMade={() => {
            if (!onMade) setIsOpen(true);
            answer();
          }}
          onDecline={onMade ? undefined : answer}
        />
      )}
      <ShareLinkDialog {...thing} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

interface ShareAgainBannerProps extends LinkedThing {
  onMade: () => void;
  onDecline: (() => void) | undefined;
}

function ShareAgainBanner({ onMade, onDecline, ...thing }: ShareAgainBannerProps) {
  const { link, renew, isRenewing, renewFailure } = useShareLink(thing, onMade);
  if (link?.privacy !== BY_LINK || link.key !== null) return null;
  return (
    <Stack gap={3}>
      <Banner
        kind="warning"
        title={
          thing.kind === 'workout' ? (
            <Trans>Links to this workout have changed</Trans>
          ) : (
            <Trans>Links to this route have changed</Trans>
          )
        }
        action={
          <Stack direction={{ base: 'column', sm: 'row' }} gap={2}>
            {onDecline && (
              <Button size="sm" variant="quiet" onClick={onDecline}>
                <Trans>Not now</Trans>
              </Button>
            )}
            <Button size="sm" icon={<LinkIcon />} loading={isRenewing} onClick={renew}>
              <Trans>Share it again</Trans>
            </Button>
          </Stack>
        }
      >
        <Trans>The link that you shared before no longer works. Make a new one and send it again.</Trans>
      </Banner>
      <FormError>{renewFailure}</FormError>
    </Stack>
  );
}
