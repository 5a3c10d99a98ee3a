import assert from 'node:assert/strict';
import test from 'node:test';
import { NOTIFICATION_KINDS, NOTIFICATION_WORDS, type Notification } from '@waymark/api-contract';
import { NOTIFICATION_RULES } from './notification-rules.ts';
import { sentenceOf } from './sentence.ts';

const ANA = { id: 7, type: 'user', title: 'Ana Ridge', username: 'ana', gender: null, _links: {} } as const;
const sample = (over: Partial<Notification>): Notification => ({
  id: 500,
  kind: 'like',
  actors: [ANA],
  actor_count: 1,
  object: null,
  is_read: false,
  created_datetime: '2026-11-20T13:00:00.000Z',
  _links: {},
  ...over,
});

test('[SOC-02] mails and pushes say of each kind what its words say, with who did it and what it is about', () => {
  for (const kind of NOTIFICATION_KINDS) {
    const notification = sample({
      kind,
      actor_count: 3,
      object: { type: 'story', id: 9, text: 'Lake $& "run"' },
    });
    const { sentence, isUnquoted } = NOTIFICATION_WORDS[kind];
    const words = sentence(notification).replace('<0/>', 'Ana Ridge and 2 others');
    assert.equal(sentenceOf(notification), words + (isUnquoted ? '.' : ": “Lake $& 'run'”"));
    assert.equal(words.startsWith('Ana'), !NOTIFICATION_RULES[kind].isAnonymous, `${kind} names who did it`);
  }
});

test('[SOC-02] a name that could become a link is not in a mail, nor is such a text', () => {
  const object = { type: 'story', id: 9, text: 'See evil.example' } as const;
  const actors = [{ ...ANA, title: 'evil.example' }];
  assert.equal(sentenceOf(sample({ actors, object })), 'Somebody liked what you shared.');
  assert.equal(
    sentenceOf(sample({ kind: 'friend_accepted', actors: [{ ...ANA, title: '$&' }] })),
    '$& is now your friend.',
  );
});
