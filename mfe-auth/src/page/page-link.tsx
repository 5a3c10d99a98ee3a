import { AppLink } from '@waymark/remote';
import type { ComponentProps } from 'react';

type LinkProps = ComponentProps<typeof AppLink>;

/** A link in the text. */
export const TextLink = (props: LinkProps) => <AppLink className="wm-link" {...props} />;

/** The way on from a page that has no form. */
export const ActionLink = ({
  variant = 'primary',
  ...props
}: LinkProps & { variant?: 'primary' | 'outline' }) => (
  <AppLink className="wm-button" data-variant={variant} data-size="lg" {...props} />
);
