// For modules without the translations' library: jest gives them their messages as the build does.
import { createTransformer } from '@swc/jest';
import compileMessages from '../build/compile-messages.ts';
import { swcOptions } from '../build/swc.ts';

const swc = createTransformer(swcOptions({ commonjs: true }));

export default {
  ...swc,
  process(...source) {
    const result = swc.process(...source);
    return { ...result, code: compileMessages(result.code) };
  },
};
