import { z } from 'zod';
import { Challenge, Invitees } from './challenges.ts';
import { Id, IdParams, IdText, Links, Page, type Call } from './common.ts';
import { groupEndpoints } from './endpoints/groups.ts';
import { PublicName } from './text.ts';

/** Members who train together. `invited_by`: the friend whose invitation waits for an answer. */
export const Group = z.object({
  id: Id,
  name: z.string(),
  member_count: z.number().int(),
  is_member: z.boolean(),
  is_owner: z.boolean(),
  invited_by: z.object({ id: Id, display_name: z.string() }).nullable(),
});
export type Group = z.infer<typeof Group>;

/** Members and challenges are for members; others, with an invitation or the link, see name and size. */
export const GroupDetails = Group.extend({
  members: z.array(
    z.object({
      id: Id,
      display_name: z.string(),
      username: z.string(),
      is_owner: z.boolean(),
      _links: Links,
    }),
  ),
  challenges: z.array(Challenge),
});
export type GroupDetails = z.infer<typeof GroupDetails>;

const name = PublicName.min(1, 'Give the group a name.').max(60, 'Keep the name below 60 characters.');
const key = z.string().max(64).optional();
const MemberParams = z.object({ id: IdText, userId: IdText });

export const groupCalls = {
  list: {
    ...groupEndpoints.list,
    summary: 'Groups that the caller is in or invited to',
    response: z.object({ _embedded: z.object({ groups: z.array(Group) }), total_count: z.number().int() }),
  },
  /** 404 for those who are neither in it nor invited, unless they have the `key` of its link. */
  details: {
    ...groupEndpoints.details,
    summary: 'One group with its members and challenges',
    params: IdParams,
    querystring: z.object({ key }),
    response: GroupDetails,
  },
  create: {
    ...groupEndpoints.create,
    summary: 'Found a group',
    body: z.object({ name }),
    response: GroupDetails,
    status: 201,
  },
  /** For its owner. `owner_id` is the member to whom it is handed over. */
  update: {
    ...groupEndpoints.update,
    summary: 'Rename a group, or hand it over to another member',
    params: IdParams,
    body: z.object({ name, owner_id: Id }).partial(),
    response: GroupDetails,
  },
  /** Its challenges go on for those who have joined them. */
  remove: { ...groupEndpoints.remove, summary: 'End a group', params: IdParams, status: 204 },
  /** The first call makes it. `renew` makes another one, and the old link leads nowhere. */
  link: {
    ...groupEndpoints.link,
    summary: 'The link by which whoever has it joins a group',
    params: IdParams,
    body: z.object({ renew: z.boolean().default(false) }),
    response: z.object({ href: z.string() }),
  },
  /** Accepts an invitation, or follows a link. */
  join: {
    ...groupEndpoints.join,
    summary: 'Join a group',
    params: IdParams,
    body: z.object({ key }).default({}),
    response: GroupDetails,
    status: 201,
  },
  /** Owners hand the group over first, or end it. They may take others out, which ends the link. */
  leave: {
    ...groupEndpoints.leave,
    summary: 'Leave a group, or take a member out of an own one',
    params: MemberParams,
    status: 204,
  },
  invitees: {
    ...groupEndpoints.invitees,
    summary: 'Friends whom the caller may invite to a group, by name',
    params: IdParams,
    querystring: Page,
    response: Invitees,
  },
  /** Leaves out who is no friend, is in the group, or was invited already. */
  invite: {
    ...groupEndpoints.invite,
    summary: 'Invite friends to a group',
    params: IdParams,
    body: z.object({
      user_ids: z.array(Id).min(1, 'Choose a friend.').max(50, 'Invite at most 50 at once.'),
    }),
    status: 204,
  },
  /** Who declined is not invited to this group again. */
  decline: {
    ...groupEndpoints.decline,
    summary: 'Decline an invitation to a group',
    params: MemberParams,
    status: 204,
  },
} satisfies Record<keyof typeof groupEndpoints, Call>;
