// Unit and component tests of everything that runs in a browser, and of the pure shared packages.
// Server code (api, host/edge, tools) is tested by node's own runner, as the code runs in production.
import { swcOptions } from './shared/remote/build/swc.ts';

const transform = {
  '/early[\\w-]*\\.ts$': '<rootDir>/shared/remote/testing/compiled-messages.mjs',
  '\\.(ts|tsx)$': ['@swc/jest', swcOptions({ commonjs: true })],
};
const common = {
  transform,
  moduleNameMapper: { '\\.(css|woff2)$': '<rootDir>/shared/remote/testing/empty.ts' },
  transformIgnorePatterns: [
    'node_modules/(?!.*(ol|color-rgba|color-space|color-parse|rbush|quickselect|pbf|geotiff|quick-lru)/)',
  ],
};

export default {
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: 'node',
      setupFilesAfterEnv: ['<rootDir>/shared/remote/testing/no-network.ts'],
      testMatch: ['<rootDir>/shared/{units,activities,api-contract,streams,routes}/src/**/*.test.ts'],
    },
    {
      ...common,
      displayName: 'browser',
      testEnvironment: '<rootDir>/shared/remote/testing/environment.mjs',
      setupFilesAfterEnv: [
        '<rootDir>/shared/remote/testing/no-network.ts',
        '<rootDir>/shared/remote/testing/setup.ts',
      ],
      testMatch: [
        '<rootDir>/shared/{store,chart,contract,ui,i18n,remote,map,social}/{src,sharing,streets-hint}/**/*.test.{ts,tsx}',
        '<rootDir>/host/src/**/*.test.{ts,tsx}',
        '<rootDir>/mfe-*/src/**/*.test.{ts,tsx}',
      ],
    },
  ],
};
