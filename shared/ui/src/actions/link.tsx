import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { useLinkComponent } from '../theme/provider.tsx';

export interface LinkProps extends HTMLChakraProps<'a'> {
  /** `quiet` looks like text until hover. Default: underlined, in the action colour. */
  variant?: 'plain' | 'quiet';
  /** Leaves the site: opens in a new tab. */
  external?: boolean;
}

export function Link({ variant = 'plain', external, className, ...rest }: LinkProps) {
  const LinkTag = useLinkComponent();
  return (
    <chakra.a
      as={external ? 'a' : LinkTag}
      className={className ? `wm-link ${className}` : 'wm-link'}
      data-variant={variant}
      {...(external ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      {...rest}
    />
  );
}
