import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

export interface HeadingProps extends Omit<HTMLChakraProps<'h2'>, 'size'> {
  /** The level in the outline of the page; the look is `size`. Default 2. */
  level?: 1 | 2 | 3 | 4;
  size?: 'lg' | 'xl' | '2xl' | '3xl' | '4xl' | '5xl' | '6xl';
}

const SIZE_OF_LEVEL = { 1: '3xl', 2: '2xl', 3: 'xl', 4: 'lg' } as const;

/** Heading in the figures' face. */
export function Heading({ level = 2, size = SIZE_OF_LEVEL[level], className, ...rest }: HeadingProps) {
  return <chakra.h2 as={`h${level}`} fontSize={size} className={className} {...rest} />;
}

export interface TextProps extends HTMLChakraProps<'p'> {
  /** Quieter colour. */
  muted?: boolean;
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl';
}

/** Paragraph text, never wider than 72 characters. */
export function Text({ muted, size, className, ...rest }: TextProps) {
  return (
    <chakra.p
      color={muted ? 'muted' : undefined}
      fontSize={size}
      className={className ? `wm-text ${className}` : 'wm-text'}
      {...rest}
    />
  );
}

/** Read by screen readers, not shown (shown when it takes focus). */
export function VisuallyHidden({
  children,
  as: Tag = 'span',
}: {
  children?: ReactNode;
  as?: 'span' | 'div' | 'h1' | 'h2';
}) {
  return <Tag className="visually-hidden">{children}</Tag>;
}
