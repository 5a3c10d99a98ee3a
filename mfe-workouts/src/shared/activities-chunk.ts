export { ActivityTypePicker } from '@waymark/ui';
