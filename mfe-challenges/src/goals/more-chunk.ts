export { GoalMenu } from './goal-menu.tsx';
export { PastGoals } from './past-goals.tsx';
