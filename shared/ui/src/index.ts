// Shared by all remotes; named one by one, so that a build sees which of them a page uses.
export {
  Badge,
  Banner,
  Box,
  BREAKPOINTS,
  Button,
  Card,
  chakra,
  EmptyState,
  Field,
  Flex,
  Grid,
  GridItem,
  Heading,
  HStack,
  IconButton,
  Link,
  LoadingOverlay,
  Panel,
  SimpleGrid,
  Skeleton,
  SkeletonText,
  Spinner,
  Stack,
  system,
  Text,
  UiProvider,
  useDelayed,
  useFieldControl,
  useLinkComponent,
  VisuallyHidden,
  VStack,
} from './base.ts';
export type {
  BadgeProps,
  BannerProps,
  BoxProps,
  ButtonProps,
  CardProps,
  EmptyStateProps,
  FieldControl,
  FieldProps,
  FlexProps,
  GridProps,
  HeadingProps,
  HTMLChakraProps,
  IconButtonProps,
  LinkComponent,
  LinkProps,
  LoadingOverlayProps,
  PanelProps,
  SkeletonProps,
  SpinnerProps,
  StackProps,
  TextProps,
  UiProviderProps,
} from './base.ts';
// Carried by the pages that show them.
export { Figure, StatTile, type FigureProps, type StatTileProps } from './data/figure.tsx';
export { groupKey } from './data/group-key.ts';
export { groupName } from './data/group-names.ts';
export { PRIVACY_NAMES } from './data/privacy-names.ts';
export { ProgressRing, type ProgressRingProps } from './data/progress-ring.tsx';
export { recordName } from './data/record-name.ts';
export { formatRelative, RelativeTime, type RelativeTimeProps } from './data/relative-time.tsx';
export { Table, type Column, type TableProps } from './data/table.tsx';
export { LoadFailed, type LoadFailedProps } from './feedback/load-failed.tsx';
export { ShowMore, type ShowMoreProps } from './feedback/show-more.tsx';
export { NotificationBar, type Notice, type NotificationBarProps } from './feedback/notification-bar.tsx';
export { ProgressBar, type ProgressBarProps } from './feedback/progress-bar.tsx';
export {
  Checkbox,
  RadioGroup,
  Switch,
  type CheckboxProps,
  type RadioGroupProps,
  type SwitchProps,
} from './forms/choices.tsx';
export { FormError, useFocusInvalid, type FormErrorProps } from './forms/form-error.tsx';
export { FileDrop, type FileDropProps } from './forms/file-drop.tsx';
export {
  Input,
  NumberInput,
  Select,
  Textarea,
  type InputProps,
  type NumberInputProps,
  type SelectProps,
  type TextareaProps,
} from './forms/inputs.tsx';
export { ZoneRow, type ZoneRowProps } from './forms/zone-row.tsx';
export { SegmentedControl, type SegmentedControlProps } from './forms/segmented-control.tsx';
export {
  EmailInput,
  PasswordInput,
  type EmailInputProps,
  type PasswordInputProps,
} from './forms/sign-in-inputs.tsx';
export { afterPress } from './hooks/press.ts';
export { useTransition, type TransitionState } from './hooks/transition.ts';
export { useViewport, viewportOf, type Viewport } from './hooks/viewport.ts';
export { ActivityIcon, type ActivityIconProps } from './icons/activity-icon.tsx';
export type { IconProps } from './icons/icon.tsx';
export * from './icons/icons.tsx';
export { Mark, type MarkProps } from './mark.tsx';
export { pageWindow, type PageQuery, type PageWindow } from './navigation/page-window.ts';
export { Pagination, PrevNext, type PaginationProps, type PrevNextProps } from './navigation/pagination.tsx';
export { Breadcrumb, Tabs, type BreadcrumbProps, type TabsProps } from './navigation/tabs.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './overlays/confirm-dialog.tsx';
export { Menu, type MenuItem, type MenuProps } from './overlays/menu.tsx';
export { Modal, type ModalProps } from './overlays/modal.tsx';
export { Popover, type PopoverProps } from './overlays/popover.tsx';
export { Tooltip, type TooltipProps } from './overlays/tooltip.tsx';
export { BirthDateInput, type BirthDateInputProps } from './pickers/birth-date-input.tsx';
export { countries, CountryPicker, type CountryPickerProps, StatePicker } from './pickers/country-picker.tsx';
export { DurationInput, type DurationInputProps } from './pickers/duration-input.tsx';
export {
  ActivityMultiPicker,
  ActivityTypePicker,
  type ActivityMultiPickerProps,
  type ActivityTypePickerProps,
} from './pickers/activity-picker.tsx';
export { Calendar, type CalendarProps } from './pickers/calendar.tsx';
export { DatePicker, type DatePickerProps } from './pickers/date-picker.tsx';
export { TimeInput, type TimeInputProps } from './pickers/time-input.tsx';
