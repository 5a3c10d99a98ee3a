export * from './common.ts';
export * from './services.ts';
export * from './auth.ts';
export * from './users.ts';
export * from './activity-types.ts';
export * from './workouts.ts';
export * from './imports.ts';
export * from './platform.ts';
