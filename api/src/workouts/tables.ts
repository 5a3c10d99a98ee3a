/** Tables of the workouts service. */
export interface WorkoutTables {}
