/** What the shell's first paint needs: keep it small. Everything else is in `more.ts`. */
export {
  Box,
  chakra,
  Flex,
  Grid,
  GridItem,
  HStack,
  SimpleGrid,
  Stack,
  VStack,
  type BoxProps,
  type FlexProps,
  type GridProps,
  type HTMLChakraProps,
  type StackProps,
} from '@chakra-ui/react';
export { Button, IconButton, type ButtonProps, type IconButtonProps } from './actions/button.tsx';
export { Link, type LinkProps } from './actions/link.tsx';
export { Spinner, type SpinnerProps } from './feedback/spinner.tsx';
export { Heading, Text, VisuallyHidden, type HeadingProps, type TextProps } from './text/text.tsx';
export { UiProvider, useLinkComponent, type LinkComponent, type UiProviderProps } from './theme/provider.tsx';
export { BREAKPOINTS, system } from './theme/system.ts';
