import { Trans } from '@lingui/react/macro';
import { Box, LoadFailed, Skeleton } from '@waymark/ui';
import type { ReactNode, Ref } from 'react';

/** What a form asks of the provider's card fields. */
export interface CardFieldsHandle {
  /**
   * Hands the card to the provider, and resolves with the provider's token for it.
   * @throws CardTokenError with the provider's own sentence
   */
  requestToken: () => Promise<string>;
}

export interface CardFieldsProps {
  ref: Ref<CardFieldsHandle>;
  /** The member pressed Enter in the provider's fields. */
  onEnter: () => void;
}

/** The room of the fields: a shape while they load, and a way to try again where they do not. */
export function CardFieldsFrame({
  status,
  retry,
  children,
}: {
  status: 'loading' | 'ready' | 'failed';
  retry: () => void;
  children: ReactNode;
}) {
  if (status === 'failed')
    return (
      <LoadFailed title={<Trans>We couldn’t load the card fields.</Trans>} retry={retry}>
        <Trans>Nothing was charged. A content blocker may be the reason.</Trans>
      </LoadFailed>
    );
  return (
    <Box position="relative" minHeight={status === 'loading' ? '180px' : undefined}>
      {status === 'loading' && (
        <Box position="absolute" inset={0}>
          <Skeleton height="180px" />
        </Box>
      )}
      <Box visibility={status === 'loading' ? 'hidden' : undefined}>{children}</Box>
    </Box>
  );
}
