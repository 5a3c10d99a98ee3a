export * from './core.ts';
export * from './more.ts';
