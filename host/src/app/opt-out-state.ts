import type { ConsentStatus } from '@waymark/api-contract';

/** The matrix that an answer is given to. */
export type MatrixOnScreen = Pick<ConsentStatus, 'matrix_id' | 'matrix_version'>;

/** What a page says about selling and sharing data; null for nothing. */
export type OptOut =
  | { kind: 'banner'; status: MatrixOnScreen }
  /** The browser's Global Privacy Control signal counts. */
  | { kind: 'honoured' }
  | null;
