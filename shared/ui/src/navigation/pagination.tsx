import { Trans, useLingui } from '@lingui/react/macro';
import { Button, IconButton } from '../actions/button.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons/icons.tsx';
import { styles } from '../theme/styles.ts';
import { pageWindow, type PageQuery } from './page-window.ts';

styles(`
.wm-pages{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:4px}
.wm-pages .wm-button{min-width:calc(var(--wm-height) - 8px);padding-inline:8px;font-variant-numeric:tabular-nums}
.wm-pages [aria-current]{background:var(--wm-ink);color:var(--wm-paper)}
.wm-pages [aria-current]:hover:enabled{background:var(--wm-ink)}
.wm-pages__gap{padding-inline:4px;color:var(--wm-muted)}
`);

export interface PaginationProps extends PageQuery {
  onPage: (page: number) => void;
  /** Read aloud. Default 'Pages'. */
  label?: string;
}

/** Arrows, page numbers, first and last. Nothing when there is one page only. */
export function Pagination({ onPage, label, ...query }: PaginationProps) {
  const { t } = useLingui();
  const { page, total, isFirst, isLast, pages } = pageWindow(query);
  if (total <= 1) return null;
  return (
    <nav className="wm-pages" aria-label={label ?? t`Pages`} data-print="hide">
      <IconButton
        size="sm"
        label={t`Previous page`}
        icon={<ChevronLeftIcon />}
        disabled={isFirst}
        onClick={() => onPage(page - 1)}
      />
      {pages.map((number, index) =>
        number === 'gap' ? (
          <span key={index === 1 ? 'gap-before' : 'gap-after'} className="wm-pages__gap" aria-hidden>
            …
          </span>
        ) : (
          <Button
            key={number}
            size="sm"
            variant="quiet"
            aria-label={t`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </Button>
        ),
      )}
      <IconButton
        size="sm"
        label={t`Next page`}
        icon={<ChevronRightIcon />}
        disabled={isLast}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}

export interface PrevNextProps {
  /** Undefined disables it. */
  onPrevious?: () => void;
  onNext?: () => void;
  label?: string;
}

/** For lists whose number of pages nobody knows. Nothing when there is neither. */
export function PrevNext({ onPrevious, onNext, label }: PrevNextProps) {
  const { t } = useLingui();
  if (!onPrevious && !onNext) return null;
  return (
    <nav className="wm-pages" aria-label={label ?? t`Pages`} data-print="hide">
      <Button size="sm" icon={<ChevronLeftIcon />} disabled={!onPrevious} onClick={onPrevious}>
        <Trans>Prev</Trans>
      </Button>
      <Button size="sm" disabled={!onNext} onClick={onNext}>
        <Trans>Next</Trans>
        <ChevronRightIcon />
      </Button>
    </nav>
  );
}
