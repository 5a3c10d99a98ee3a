import { workoutCalls } from '@waymark/api-contract';
import { invalid } from '../kernel/server/errors.ts';
import { route } from '../kernel/server/route.ts';
import { estimateEnergy } from '../workout-store/energy.ts';
import { loadMember } from '../workout-store/member.ts';

export const caloriesRoute = route<typeof workoutCalls.calories>({
  call: workoutCalls.calories,
  access: 'member',
  async handler({ context, caller, query }) {
    const member = await loadMember(context.db, caller!.userId);
    const { activity_type: activity, duration, distance } = query;
    const estimate = estimateEnergy(activity, duration, distance, member, context.now());
    if (!estimate) throw invalid({ activity_type: ['Choose an activity type from the list.'] });
    return {
      energy: estimate.energy,
      kcal: estimate.kcal,
      formula: estimate.formula,
      weight_assumed: estimate.weightAssumed,
    };
  },
});
