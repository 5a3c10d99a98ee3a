import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../../kernel/server/route.ts';
import {
  blockHandler,
  blocksHandler,
  muteHandler,
  mutesHandler,
  unblockHandler,
  unmuteHandler,
} from './contacts.ts';
import { dismissSuggestionHandler, membersHandler } from './list-members.ts';
import { profileHandler } from './profile.ts';

/** Members as others meet them: lists, search, suggestions, profiles; and how one is kept away. */
export const peopleService: Service = {
  name: 'people',
  base: SERVICE_BASES.main,
  routes: [
    membersHandler,
    profileHandler,
    dismissSuggestionHandler,
    blocksHandler,
    blockHandler,
    unblockHandler,
    mutesHandler,
    muteHandler,
    unmuteHandler,
  ],
};
