import type { ReactNode } from 'react';

const Icon = ({ size = 24, children }: { size?: number; children: ReactNode }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
);

export const Chevron = () => (
  <Icon size={16}>
    <path d="M6 9.500l6 6 6-6" />
  </Icon>
);
export const Bars = () => (
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h10" />
  </Icon>
);
export const Cross = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
);
export const Tick = () => (
  <Icon size={20}>
    <path d="M5 12.500l4.500 4.500L19 7.500" />
  </Icon>
);
export const Alert = () => (
  <Icon size={20}>
    <path d="M12 4l9 16H3zM12 10.500v4M12 17.200v.1" />
  </Icon>
);
export const BellIcon = () => (
  <Icon>
    <path d="M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 2h-15zM10 21h4" />
  </Icon>
);
