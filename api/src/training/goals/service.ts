import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../../kernel/server/route.ts';
import { PRIVATE } from '../../members/visibility/policy.ts';
import { createHandler, updateHandler } from './change-goals.ts';
import { listHandler, progressHandler } from './list-goals.ts';

export const goalsService: Service = {
  name: 'goals',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  routes: [listHandler, createHandler, updateHandler, progressHandler],
  subscriptions: {
    async youngMemberProtected(trx, { userId }) {
      await trx.updateTable('user_goals').set({ privacy: PRIVATE }).where('user_id', '=', userId).execute();
    },
  },
};
