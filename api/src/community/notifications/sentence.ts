import { NOTIFICATION_WORDS, type Notification } from '@waymark/api-contract';
import { canBecomeLink } from '../../kernel/mail/letter.ts';
import { quotable } from '../../kernel/mail/quote.ts';

/** A notification in one sentence, for where it is read outside the product. */
export function sentenceOf(notification: Notification): string {
  const { kind, actors, actor_count: count, object } = notification;
  const { sentence, isUnquoted } = NOTIFICATION_WORDS[kind];
  const name = quotable(actors[0]?.title ?? '');
  const first = name === '' || canBecomeLink(name) ? 'Somebody' : name;
  const otherCount = count - 1;
  const who = otherCount > 0 ? `${first} and ${otherCount} ${otherCount === 1 ? 'other' : 'others'}` : first;
  const text = isUnquoted ? '' : quotable(object?.text ?? '');
  const quoted = text === '' || canBecomeLink(text) ? '.' : `: “${text}”`;
  return sentence(notification).replace('<0/>', () => who) + quoted;
}
