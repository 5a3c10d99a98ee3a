import { defineConditions, defineConfig } from '@chakra-ui/react/styled-system';

/** A style prop as Chakra knows it. */
interface StyleProp {
  values?: string;
  property?: string;
  shorthand?: string[];
  transform?: (value: unknown, args: Args) => object;
}
interface Args {
  raw: string;
  token: { raw: (path: string) => unknown };
  utils: { colorMix: (value: unknown) => { invalid: boolean; value: string; color?: string } };
}

// Each word is a style prop with its short names; its values are the tokens of the group.
const GROUPS = {
  spacing: `margin:m marginTop:mt marginRight:mr marginBottom:mb marginLeft:ml marginBlockStart marginBlockEnd
    marginInlineStart:ms,marginStart marginInlineEnd:me,marginEnd marginInline:mx,marginX marginBlock:my,marginY
    padding:p paddingTop:pt paddingRight:pr paddingBottom:pb paddingLeft:pl paddingBlockStart paddingBlockEnd
    paddingInlineStart:ps,paddingStart paddingInlineEnd:pe,paddingEnd paddingInline:px,paddingX paddingBlock:py,paddingY
    gap rowGap:gapY columnGap:gapX inset insetInline:insetX insetBlock:insetY top right bottom left insetBlockStart
    insetBlockEnd insetInlineStart:insetStart insetInlineEnd:insetEnd scrollMargin scrollMarginTop scrollMarginBottom
    scrollMarginLeft scrollMarginRight scrollPadding scrollPaddingTop scrollPaddingBottom scrollPaddingLeft
    scrollPaddingRight scrollPaddingInline:scrollPaddingX scrollPaddingBlock:scrollPaddingY textIndent`,
  sizes: `width:w height:h minWidth:minW minHeight:minH maxWidth:maxW maxHeight:maxH inlineSize blockSize
    minInlineSize minBlockSize maxInlineSize maxBlockSize flexBasis scrollbarWidth`,
  borders: `border borderTop borderRight borderBottom borderLeft borderBlockStart borderBlockEnd
    borderInlineStart:borderStart borderInlineEnd:borderEnd borderInline:borderX borderBlock:borderY`,
  radii: `borderRadius:rounded borderTopLeftRadius:roundedTopLeft borderTopRightRadius:roundedTopRight
    borderBottomLeftRadius:roundedBottomLeft borderBottomRightRadius:roundedBottomRight
    borderStartStartRadius:roundedStartStart,borderTopStartRadius borderStartEndRadius:roundedStartEnd,borderTopEndRadius
    borderEndStartRadius:roundedEndStart,borderBottomStartRadius borderEndEndRadius:roundedEndEnd,borderBottomEndRadius`,
  colors: `color fill stroke accentColor caretColor outlineColor scrollbarColor textDecorationColor background:bg
    backgroundColor:bgColor borderColor borderTopColor borderRightColor borderBottomColor borderLeftColor
    borderBlockStartColor borderBlockEndColor borderInlineStartColor:borderStartColor borderInlineEndColor:borderEndColor`,
  fonts: 'fontFamily',
  fontSizes: 'fontSize',
  durations: 'transitionDuration animationDuration animationDelay',
  // No tokens of ours, only shorter names.
  '': `borderInlineWidth:borderXWidth borderBlockWidth:borderYWidth borderInlineStartWidth:borderStartWidth
    borderInlineEndWidth:borderEndWidth borderInlineStartStyle:borderStartStyle borderInlineEndStyle:borderEndStyle
    backgroundSize:bgSize backgroundPosition:bgPos backgroundRepeat:bgRepeat backgroundAttachment:bgAttachment
    backgroundImage:bgImg,bgImage backgroundBlendMode:bgBlendMode mixBlendMode:blendMode boxShadow:shadow
    flexDirection:flexDir overscrollBehavior:overscroll overscrollBehaviorX:overscrollX
    overscrollBehaviorY:overscrollY listStylePosition:listStylePos listStyleImage:listStyleImg position:pos
    textDecoration:textDecor`,
};

/** 'blaze/20' is the colour with 20 % of its strength. */
const mixed =
  (property: string) =>
  (value: unknown, { utils }: Args) => {
    const mix = utils.colorMix(value);
    if (mix.invalid) return { [property]: value };
    return { [`--mix-${property}`]: mix.value, [property]: `var(--mix-${property}, ${mix.color})` };
  };

const corners = (short: string, ...names: string[]): StyleProp => ({
  values: 'radii',
  property: 'borderRadius',
  shorthand: short.split(' '),
  transform: (value) => Object.fromEntries(names.map((name) => [`border${name}Radius`, value])),
});
const pair = (...names: string[]): StyleProp => ({
  values: 'spacing',
  transform: (value) => Object.fromEntries(names.map((name) => [name, value])),
});
const hidden = (below: boolean): StyleProp => ({
  values: 'breakpoints',
  transform(value, { raw, token }) {
    const named = `@breakpoint ${raw}${below ? 'Down' : ''}`;
    const free = `@media screen and (${below ? 'max' : 'min'}-width: ${String(value)})`;
    return { [token.raw(`breakpoints.${raw}`) ? named : free]: { display: 'none' } };
  },
});

const utilities: Record<string, StyleProp> = {
  boxSize: {
    values: 'sizes',
    property: 'width',
    transform: (value) => ({ width: value, height: value }),
  },
  borderTopRadius: corners('roundedTop', 'TopLeft', 'TopRight'),
  borderBottomRadius: corners('roundedBottom', 'BottomLeft', 'BottomRight'),
  borderLeftRadius: corners('roundedLeft', 'TopLeft', 'BottomLeft'),
  borderRightRadius: corners('roundedRight', 'TopRight', 'BottomRight'),
  borderInlineStartRadius: corners('roundedStart borderStartRadius', 'StartStart', 'EndStart'),
  borderInlineEndRadius: corners('roundedEnd borderEndRadius', 'StartEnd', 'EndEnd'),
  scrollMarginX: pair('scrollMarginLeft', 'scrollMarginRight'),
  scrollMarginY: pair('scrollMarginTop', 'scrollMarginBottom'),
  hideFrom: hidden(false),
  hideBelow: hidden(true),
  truncate: {
    transform: (value) =>
      value === true ? { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } : {},
  },
  lineClamp: {
    transform: (lines) =>
      lines === 'none'
        ? { WebkitLineClamp: 'unset' }
        : {
            overflow: 'hidden',
            display: '-webkit-box',
            WebkitLineClamp: lines,
            WebkitBoxOrient: 'vertical',
            textWrap: 'wrap',
          },
  },
};
for (const [values, words] of Object.entries(GROUPS))
  for (const word of words.split(/\s+/)) {
    const [name = '', short] = word.split(':');
    utilities[name] = {
      ...(values && { values }),
      ...(short && { shorthand: short.split(',') }),
      ...(values === 'colors' && { transform: mixed(name) }),
    };
  }

/**
 * The style props and conditions of Chakra, written small: its own list weighs five times as much and holds many
 * that no page of ours uses. `style-props.test.tsx` compares the two and finds uses of what is left out.
 */
export const styleProps = defineConfig({
  utilities: utilities as NonNullable<Parameters<typeof defineConfig>[0]['utilities']>,
  conditions: defineConditions({
    hover: ['@media (hover: hover)', '&:is(:hover, [data-hover]):not(:disabled, [data-disabled])'],
    active: '&:is(:active, [data-active]):not(:disabled, [data-disabled], [data-state=open])',
    focus: '&:is(:focus, [data-focus])',
    focusWithin: '&:is(:focus-within, [data-focus-within])',
    focusVisible: '&:is(:focus-visible, [data-focus-visible])',
    disabled: '&:is(:disabled, [disabled], [data-disabled], [aria-disabled=true])',
    checked: '&:is(:checked, [data-checked], [aria-checked=true], [data-state=checked])',
    expanded: '&:is([aria-expanded=true], [data-expanded], [data-state=expanded])',
    selected: '&:is([aria-selected=true], [data-selected])',
    currentPage: '&[aria-current=page]',
    before: '&::before',
    after: '&::after',
    first: '&:first-of-type',
    last: '&:last-of-type',
    even: '&:nth-of-type(even)',
    odd: '&:nth-of-type(odd)',
    placeholder: '&::placeholder, &[data-placeholder]',
    motionReduce: '@media (prefers-reduced-motion: reduce)',
    motionSafe: '@media (prefers-reduced-motion: no-preference)',
    print: '@media print',
  }),
});
