import { Trans, useLingui } from '@lingui/react/macro';
import type { Story } from '@waymark/api-contract';
import { useSession } from '@waymark/remote';
import { hasDraft, MemberPicture } from '@waymark/social';
import { Card } from '@waymark/ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import './look.css';

const loadForm = () => import(/* webpackChunkName: "post-form" */ './post-form.tsx');
const PostForm = lazy(loadForm);

/** The way to a post of one's own. The form comes when it is pressed, or when a post was begun before. */
export default function PostCard(props: {
  onPosted: (story: Story) => void;
  /** An earlier try was stored, with another text than the one that was refused now. */
  onSavedBefore: () => void;
}) {
  const { t } = useLingui();
  const { user } = useSession();
  const [form, setForm] = useState<'closed' | 'begun' | 'opened'>('closed');
  useEffect(() => {
    const timer = setTimeout(() => {
      if (hasDraft('post') || hasDraft('post.photos')) setForm((now) => (now === 'closed' ? 'begun' : now));
    });
    return () => clearTimeout(timer);
  }, []);
  if (!user) return null;
  const closed = (
    <Card as="section" aria-label={t`Write a post`} className="wm-f-post">
      <MemberPicture member={user} />
      <button
        type="button"
        className="wm-f-field"
        onPointerEnter={() => void loadForm()}
        onFocus={() => void loadForm()}
        onClick={() => setForm('opened')}
      >
        <Trans>How is training going?</Trans>
      </button>
    </Card>
  );
  if (form === 'closed') return closed;
  return (
    <Suspense fallback={closed}>
      <PostForm {...props} hasFocus={form === 'opened'} />
    </Suspense>
  );
}
