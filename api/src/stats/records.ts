import { statsCalls } from '@waymark/api-contract';
import { route } from '../kernel/server/route.ts';
import { readRecordGroups, readRecords } from './read-records.ts';
import { checkGroup } from './record-workout.ts';
import { scopeOf } from './query-scope.ts';

export const recordsRoute = route<typeof statsCalls.records>({
  call: statsCalls.records,
  access: 'anyone',
  async handler({ context, caller, params, query }) {
    const group = query.activity_group === undefined ? null : checkGroup(query.activity_group);
    const scope = await scopeOf(context, caller, params.id);
    const [records, activity_groups] = await Promise.all([
      readRecords(context.db, scope, group),
      readRecordGroups(context.db, scope),
    ]);
    return { records, activity_groups };
  },
});
