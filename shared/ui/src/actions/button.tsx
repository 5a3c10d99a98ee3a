import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
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
    className: className ? `wm-button ${className}` : 'wm-button',
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
    <chakra.button
      type="button"
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...shared}
      {...rest}
    >
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
