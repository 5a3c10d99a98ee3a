/**
 * What the host hands to every remote, so that it exists once: theme, contexts, and the controls that most pages show.
 * A remote carries the other controls that it uses itself; its build leads their imports of these files back here
 * (`shared/remote/build/ui-from-host.ts`).
 */
// By their own files: the whole library is a thousand modules, which each test and each build would read.
export { Box, type BoxProps } from '@chakra-ui/react/box';
export { Flex, type FlexProps } from '@chakra-ui/react/flex';
export { Grid, GridItem, type GridProps } from '@chakra-ui/react/grid';
export { SimpleGrid } from '@chakra-ui/react/simple-grid';
export { HStack, Stack, VStack, type StackProps } from '@chakra-ui/react/stack';
export { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
export {
  Button,
  IconButton,
  Link,
  type ButtonProps,
  type IconButtonProps,
  type LinkProps,
} from './actions/button.tsx';
export { Card, Panel, type CardProps, type PanelProps } from './data/card.tsx';
export {
  LoadingOverlay,
  Skeleton,
  SkeletonText,
  useDelayed,
  type LoadingOverlayProps,
  type SkeletonProps,
} from './feedback/loading.tsx';
export {
  Badge,
  Banner,
  EmptyState,
  type BadgeProps,
  type BannerProps,
  type EmptyStateProps,
} from './feedback/messages.tsx';
export { Spinner, type SpinnerProps } from './spinner.tsx';
export { Field, useFieldControl, useOwnError, type FieldControl, type FieldProps } from './forms/field.tsx';
export { afterPress } from './hooks/press.ts';
export { Heading, Text, VisuallyHidden, type HeadingProps, type TextProps } from './text/text.tsx';
export {
  UiProvider,
  useFirstDayOfWeek,
  useLinkComponent,
  type LinkComponent,
  type UiProviderProps,
} from './theme/provider.tsx';
export { styles } from './theme/styles.ts';
export { BREAKPOINTS, system } from './theme/system.ts';
