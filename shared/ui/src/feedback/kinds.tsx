import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from '../icons/icons.tsx';

export type MessageKind = 'info' | 'success' | 'warning' | 'error';

/** The hue and the icon of each kind of message: never colour alone. */
export const KINDS = {
  info: { hue: 'sky', Icon: InfoIcon },
  success: { hue: 'moss', Icon: SuccessIcon },
  warning: { hue: 'sun', Icon: WarningIcon },
  error: { hue: 'danger', Icon: ErrorIcon },
} as const;
