import { Trans, useLingui } from '@lingui/react/macro';
import type { Story } from '@waymark/api-contract';
import { useSession } from '@waymark/remote';
import { hasDraft, MemberPicture } from '@waymark/social';
import { Card, chakra, Flex } from '@waymark/ui';
import { lazy, Suspense, useEffect, useState } from 'react';

const loadForm = () => import(/* webpackChunkName: "post-form" */ './post-form.tsx');
const PostForm = lazy(loadForm);

/** The way to a post of one's own. The form comes when it is pressed, or when a post was begun before. */
export default function PostCard({ onPosted }: { onPosted: (story: Story) => void }) {
  const { t } = useLingui();
  const { user } = useSession();
  const [form, setForm] = useState<'closed' | 'begun' | 'opened'>('closed');
  useEffect(() => {
    const timer = setTimeout(() => {
      if (hasDraft('post')) setForm((now) => (now === 'closed' ? 'begun' : now));
    });
    return () => clearTimeout(timer);
  }, []);
  if (!user) return null;
  const closed = (
    <Card as="section" aria-label={t`Write a post`}>
      <Flex gap={3} align="center">
        <MemberPicture member={user} />
        <chakra.button
          type="button"
          flex={1}
          minH="44px"
          px={3}
          textAlign="start"
          color="muted"
          bg="surface"
          border="1px solid"
          borderColor="control"
          borderRadius="md"
          cursor="text"
          onPointerEnter={() => void loadForm()}
          onFocus={() => void loadForm()}
          onClick={() => setForm('opened')}
        >
          <Trans>How is training going?</Trans>
        </chakra.button>
      </Flex>
    </Card>
  );
  if (form === 'closed') return closed;
  return (
    <Suspense fallback={closed}>
      <PostForm onPosted={onPosted} hasFocus={form === 'opened'} />
    </Suspense>
  );
}
