import { expect, type APIRequestContext } from '@playwright/test';

/** The link of the newest mail to an address whose path begins so; the local mailbox shows it as the member would see it. */
export async function mailedLink(
  request: APIRequestContext,
  recipient: string,
  prefix: string,
): Promise<string> {
  let found = '';
  await expect
    .poll(async () => {
      const list = await (await request.get('/mailbox')).text();
      const ids = [...list.matchAll(/href="\/mailbox\/(\d+)"/g)].map(([, id]) => Number(id));
      for (const id of ids.toSorted((a, b) => b - a).slice(0, 12)) {
        const mail = await (await request.get(`/mailbox/${id}`)).text();
        const link = new RegExp(`${prefix}[\\w-]+`).exec(mail)?.[0];
        if (link && mail.includes(recipient)) return (found = link);
      }
      return '';
    })
    .not.toBe('');
  return found;
}
