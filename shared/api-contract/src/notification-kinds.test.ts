import { MODERATION_OUTCOMES, NOTIFICATION_KINDS, NOTIFICATION_WORDS } from './notification-kinds.ts';

/** Every sentence of a kind. */
const sentencesOf = (kind: (typeof NOTIFICATION_KINDS)[number]): string[] =>
  [1, 5].flatMap((count) =>
    (['story', 'group', 'challenge'] as const).flatMap((type) =>
      MODERATION_OUTCOMES.map((outcome) =>
        NOTIFICATION_WORDS[kind].sentence({ actor_count: count, object: { type }, outcome }),
      ),
    ),
  );

it.each(NOTIFICATION_KINDS)(
  '[SOC-02] the words of %s need no parser and go on with a full stop or a quote',
  (kind) => {
    const { name } = NOTIFICATION_WORDS[kind];
    for (const text of [name, ...sentencesOf(kind)]) expect(text).not.toMatch(/[{}'#]|[.…:!?]$/);
    for (const sentence of sentencesOf(kind)) expect(sentence).toMatch(/^(?:<0\/> )?[^<>]+$/);
    // Push services take at most 32 characters as the topic of what replaces each other: kind, hyphen and id.
    expect(kind.length + 1 + String(Number.MAX_SAFE_INTEGER).length).toBeLessThanOrEqual(32);
  },
);
