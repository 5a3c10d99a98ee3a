import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Heading } from '../text/text.tsx';
import { styles } from '../theme/styles.ts';
import { CARD_CSS } from './card-css.ts';

styles(`${CARD_CSS}
.wm-panel{border-top:1px solid var(--wm-hairline);padding-block:24px;min-width:0}
.wm-panel__head{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:8px 16px;
margin-bottom:16px}
`);

export type CardProps = HTMLChakraProps<'div'>;

/** A surface with a hairline. For things one can take up one by one; sections of a page are Panels. */
export function Card({ className, ...rest }: CardProps) {
  return <chakra.div className={className ? `wm-card ${className}` : 'wm-card'} {...rest} />;
}

export interface PanelProps extends Omit<HTMLChakraProps<'section'>, 'title'> {
  title: ReactNode;
  /** At the end of the title's line. */
  action?: ReactNode;
  level?: 2 | 3;
}

/** A section of a page: a hairline, a title, its content. */
export function Panel({ title, action, level = 2, className, children, ...rest }: PanelProps) {
  return (
    <chakra.section className={className ? `wm-panel ${className}` : 'wm-panel'} {...rest}>
      <div className="wm-panel__head">
        <Heading level={level} size="xl">
          {title}
        </Heading>
        {action}
      </div>
      {children}
    </chakra.section>
  );
}
