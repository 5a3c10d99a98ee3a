import type { Stats } from 'webpack';

/** All that the compiler found wrong, as text; null when the source is fine. */
export function problemsOf(stats: Stats): string | null {
  const { errors = [], warnings = [] } = stats.toJson({ all: false, errors: true, warnings: true });
  const texts = [...errors, ...warnings].map(({ moduleName, message }) =>
    moduleName ? `${moduleName}: ${message}` : message,
  );
  return texts.length ? texts.join('\n\n') : null;
}
