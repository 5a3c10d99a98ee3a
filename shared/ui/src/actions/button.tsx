import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { useLingui } from '@lingui/react/macro';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { useLinkComponent } from '../theme/provider.tsx';
import { Spinner } from '../spinner.tsx';

export interface ButtonProps extends Omit<HTMLChakraProps<'button'>, 'size'> {
  /** A page has one primary action. Default outline. */
  variant?: 'primary' | 'outline' | 'quiet' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** Shows a spinner, keeps the width and refuses clicks. */
  loading?: boolean;
  icon?: ReactElement;
  /** Makes it a link that looks like a button. */
  href?: string;
  target?: string;
  rel?: string;
  download?: string | boolean;
}

/** A button that is disabled loses the focus: whoever pressed Enter would begin again at the top of the page. */
const AT_WORK = {
  'aria-disabled': true,
  'aria-busy': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
};

export function Button({
  variant = 'outline',
  size = 'md',
  loading = false,
  icon,
  href,
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  const LinkTag = useLinkComponent();
  const { t } = useLingui();
  const shared = {
    className: `wm-button ${className ?? ''}`,
    'data-variant': variant,
    'data-size': size,
  };
  const content = (
    <>
      {loading ? <Spinner size="1.125em" label={t`Working on it`} /> : icon}
      {children}
    </>
  );
  if (href !== undefined && !disabled) {
    return (
      <chakra.button as={LinkTag} {...shared} {...({ href } as object)} {...rest}>
        {content}
      </chakra.button>
    );
  }
  return (
    <chakra.button type="button" disabled={disabled} {...shared} {...rest} {...(loading && AT_WORK)}>
      {rest.asChild ? children : content}
    </chakra.button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'aria-label'> {
  /** What it does, in words: read aloud and shown as the browser's tooltip. */
  label: string;
  icon: ReactNode;
}

/** A square button with an icon only. */
export function IconButton({ label, icon, variant = 'quiet', loading, ...rest }: IconButtonProps) {
  return (
    <Button aria-label={label} title={label} data-icon="" variant={variant} loading={loading} {...rest}>
      {loading ? null : icon}
    </Button>
  );
}

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
