export * from './colours.ts';
export * from './families.ts';
export * from './file-sports.ts';
export { sportInOtherLanguage } from './sport-languages.ts';
export * from './groups.ts';
export * from './icons.ts';
export * from './options.ts';
export * from './search.ts';
export type { ActivityType } from './catalogue.ts';
