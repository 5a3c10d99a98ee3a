import { relationTo } from '../visibility/relation.ts';
import { SERVICE_BASES, userCalls } from '@waymark/api-contract';
import { notFound, notSignedIn } from '../../kernel/server/errors.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { photoHandler } from './profile-photo.ts';
import { pictureHandler } from './upload-picture.ts';
import { canSeeProfile, isSelf } from './policy.ts';
import { presentPublic, answerSelf } from './presenter.ts';
import { findMember } from './find-member.ts';
import { updateHandler } from './update.ts';

const selfHandler = route<typeof userCalls.self>({
  call: userCalls.self,
  access: 'member',
  async handler({ context, caller }) {
    const row = caller && (await findMember(context.db, caller.userId));
    if (!row) throw notSignedIn();
    return answerSelf(context, row);
  },
});

const userHandler = route<typeof userCalls.user>({
  call: userCalls.user,
  access: 'anyone',
  async handler({ context, caller, params }) {
    const row = await findMember(context.db, params.id);
    const relation = await relationTo(context.db, caller, params.id);
    if (!row || !canSeeProfile(relation, row)) throw notFound('member');
    return isSelf(caller, row) ? answerSelf(context, row) : presentPublic(row);
  },
});

export const usersService: Service = {
  name: 'users',
  base: SERVICE_BASES.main,
  scopeArea: 'profile',
  routes: [selfHandler, userHandler, updateHandler, photoHandler],
};

/** Pictures have addresses of the site, for `img` elements. */
export const picturesService: Service = { name: 'pictures', base: '', routes: [pictureHandler] };
