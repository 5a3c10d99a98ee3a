import { z } from 'zod';

const EXAMPLE =
  '[{"channel": "lark", "name": "Lark", "issuer": "https://id.example", "client_id": "waymark", "client_secret": "…"}]';

const ChatApps = z.array(
  z
    .object({
      channel: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/),
      name: z.string().trim().min(1).max(40),
      issuer: z.url(),
      client_id: z.string().min(1),
      client_secret: z.string().min(1).optional(),
    })
    .strict(),
);

/** An OpenID provider that members log in with. */
export type ChatApp = z.infer<typeof ChatApps>[number];

/**
 * The chat apps as `CHAT_APPS` names them.
 * @param fail hears what is wrong, a sentence
 */
export function readChatApps(text: string, fail: (message: string) => void): ChatApp[] {
  if (text.trim() === '') return [];
  try {
    const apps = ChatApps.parse(JSON.parse(text));
    if (new Set(apps.map(({ channel }) => channel)).size === apps.length) return apps;
    fail('CHAT_APPS names a channel twice.');
  } catch {
    fail(`CHAT_APPS is a JSON list such as ${EXAMPLE}`);
  }
  return [];
}
