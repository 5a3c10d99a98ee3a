import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { expect, signUp, type Member } from './member.ts';

export const link = (id: number) => [{ href: `/v7.1/user/${id}/`, id: String(id) }];

export interface OtherMember {
  context: BrowserContext;
  member: Member;
}

/** Another member with a browser of their own. */
export async function newMember(
  browser: Browser,
  first: string,
  last: string,
  options?: BrowserContextOptions,
): Promise<OtherMember> {
  const context = await browser.newContext(options);
  const member = await signUp(context.request);
  await name(member, first, last);
  return { context, member };
}

/** Names a member, who shares with friends. */
export async function name(member: Member, first: string, last: string, profile = 3): Promise<void> {
  const answer = await member.call('PUT', `/user/${member.userId}/`, {
    first_name: first,
    last_name: last,
    display_name: `${first} ${last}`,
    default_privacy: { workout: 1, route: 1, profile },
  });
  expect(answer.status).toBe(200);
}

async function ask(asking: Member, asked: Member): Promise<void> {
  const request = await asking.call('POST', '/friendship/', {
    _links: { to_user: link(asked.userId), from_user: link(asking.userId) },
  });
  expect(request.status).toBe(201);
}

async function accept(asked: Member, asking: Member): Promise<void> {
  const accepted = await asked.call('PATCH', `/friendship/${asking.userId}_${asked.userId}/`, {
    status: 'active',
  });
  expect(accepted.status).toBe(200);
}

export async function befriend(asking: Member, asked: Member): Promise<void> {
  await ask(asking, asked);
  await accept(asked, asking);
}

/** @returns the workout's id */
export async function logRun(member: Member, title: string, privacy = 1): Promise<number> {
  const answer = await member.call('POST', '/workout/', {
    name: title,
    activity_type_id: 16,
    start_datetime: new Date(Date.now() - 3_600_000).toISOString(),
    start_locale_timezone: 'America/New_York',
    duration: 3000,
    distance: 10_000,
    privacy,
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}
