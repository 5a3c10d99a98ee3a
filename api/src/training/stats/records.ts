import { statsCalls } from '@waymark/api-contract';
import { route } from '../../kernel/server/route.ts';
import { scopeOf } from './query-scope.ts';
import { mainGroupOf, readRecordGroups, readRecords } from './read-records.ts';
import { readCells } from './read-totals.ts';
import { checkGroup } from './record-workout.ts';

export const recordsHandler = route<typeof statsCalls.records>({
  call: statsCalls.records,
  access: 'anyone',
  async handler({ context, caller, params, query }) {
    const { db } = context;
    const chosen = query.activity_group === undefined ? null : checkGroup(query.activity_group);
    const scope = await scopeOf(context, caller, params.id);
    const activity_group = chosen ?? mainGroupOf(await readCells(db, scope, 'y'));
    const [records, activity_groups] = await Promise.all([
      activity_group === null ? [] : readRecords(db, scope, activity_group),
      readRecordGroups(db, scope),
    ]);
    return { records, activity_group, activity_groups };
  },
});
