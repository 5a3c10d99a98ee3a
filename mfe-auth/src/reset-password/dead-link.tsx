import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError } from '@waymark/contract';
import { Box, Button } from '@waymark/ui';
import { AuthPage } from '../page/auth-page.tsx';
import type { Next } from '../page/next.ts';

export type DeadLinkKind = 'expired' | 'used' | 'unknown';

/** Why a link cannot be used; null when that is not what the error says. */
export function deadLinkOf(error: unknown): DeadLinkKind | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'token_expired') return 'expired';
  if (error.code === 'token_used') return 'used';
  return error.code === 'token_unknown' || error.status === 404 || error.diagnostics.token ? 'unknown' : null;
}

/** A reset link that cannot be used, and the way to a new one. */
export function DeadLink({ kind, next }: { kind: DeadLinkKind; next: Next }) {
  const { t } = useLingui();
  const words = {
    expired: [
      t`This link has expired`,
      t`A reset link works for one hour. Ask for a new one, it takes a moment.`,
    ],
    used: [
      t`This link was already used`,
      t`A reset link works once. If you need another password, ask for a new link.`,
    ],
    unknown: [
      t`This link does not work`,
      t`It may be cut off. Copy the whole link from the mail, or ask for a new one.`,
    ],
  } as const;
  const [title, lead] = words[kind];
  return (
    <AuthPage title={title} lead={lead}>
      <Box>
        <Button variant="primary" size="lg" href={next.link('/auth/forgot_password')}>
          <Trans>Send a new link</Trans>
        </Button>
      </Box>
    </AuthPage>
  );
}
