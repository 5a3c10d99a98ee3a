import type { Notification } from '@waymark/api-contract';
import { canBecomeLink } from '../kernel/mail/letter.ts';
import { quotable } from '../kernel/mail/quote.ts';

const MODERATION_SENTENCES: Record<NonNullable<Notification['outcome']>, string> = {
  removed: 'A moderator removed something that you wrote or shared.',
  suspended: 'A moderator suspended your account.',
  suspension_ended: 'Your suspension has ended.',
  appeal_upheld: 'Your appeal was turned down.',
  appeal_overturned: 'Your appeal was accepted.',
};

/** A notification in one sentence, for where it is read outside the product. */
export function sentenceOf({
  kind,
  actors,
  actor_count: count,
  object,
  outcome = 'removed',
}: Notification): string {
  const name = quotable(actors[0]?.title ?? '');
  const first = name === '' || canBecomeLink(name) ? 'Somebody' : name;
  const others = count - 1;
  const who = others > 0 ? `${first} and ${others} ${others === 1 ? 'other' : 'others'}` : first;
  const text = quotable(object?.text ?? '');
  const quoted = text === '' || canBecomeLink(text) ? '.' : `: “${text}”`;
  switch (kind) {
    case 'friend_request':
      return `${who} would like to be your friend.`;
    case 'friend_accepted':
      return others > 0 ? `${who} are now your friends.` : `${who} is now your friend.`;
    case 'like':
      return `${who} liked what you shared${quoted}`;
    case 'comment':
      return `${who} commented${quoted}`;
    case 'answer':
      return `${who} replied to your comment${quoted}`;
    case 'mention':
      return `${who} mentioned you${quoted}`;
    case 'challenge':
      return `${who} invited you to a ${object?.type === 'group' ? 'group' : 'challenge'}${quoted}`;
    case 'training_plan':
      return `Your training plan was adapted after your break${quoted}`;
    case 'moderation':
      return MODERATION_SENTENCES[outcome];
  }
}
