import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../../kernel/server/route.ts';
import { blockRoute, blocksRoute, muteRoute, mutesRoute, unblockRoute, unmuteRoute } from './contacts.ts';
import { dismissSuggestionRoute, membersRoute } from './list-members.ts';
import { profileRoute } from './profile.ts';

/** Members as others meet them: lists, search, suggestions, profiles; and how one is kept away. */
export const peopleService: Service = {
  name: 'people',
  base: SERVICE_BASES.main,
  routes: [
    membersRoute,
    profileRoute,
    dismissSuggestionRoute,
    blocksRoute,
    blockRoute,
    unblockRoute,
    mutesRoute,
    muteRoute,
    unmuteRoute,
  ],
};
